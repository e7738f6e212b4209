// SPDX-License-Identifier: Apache-2.0
#include "sysc/rtl_cache.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/machine/log2.h"
#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"
#include "sysc/rtl_recipe.h"

namespace superwarp {

std::vector<KeyWrite> key_writes(const Machine& machine) {
  std::vector<KeyWrite> writes;
  for (const std::uint32_t value : machine.key) writes.push_back({static_cast<std::uint32_t>(writes.size()), value});
  auto add = [&writes, region = kRegionIndex](std::uint64_t value) mutable {
    writes.push_back({region++, static_cast<std::uint32_t>(value)});
  };
  for (const bool on : machine.regions.on) add(on ? 1 : 0);
  for (const auto& [first, rows] : machine.regions.table) {
    add(rows > 0 ? first : 1);  // no row is from 1 on and up to 0
    add(rows > 0 ? first + rows - 1 : 0);
  }
  return writes;
}

}  // namespace superwarp

namespace superwarp::sysc {
namespace {

namespace fs = std::filesystem;

/// Rows of a memory of 2^18, 2^22 or 2^26 words: few sizes, so that problems share builds.
std::uint64_t build_rows(const RtlConfig& config) {
  const std::uint64_t least = config.number("NumRows");
  const std::uint64_t banks = config.number("NumBanks");
  for (const int bits : {18, 22, 26}) {
    const std::uint64_t rows = std::uint64_t{1} << (bits - ceil_log2(banks));
    if (rows >= least) return rows;
  }
  throw std::runtime_error(
      fmt::format("{} rows of {} words are more than the RTL engine takes (2^26 words in all); use "
                  "--engine model",
                  least, banks));
}

/// The library exists with every byte as written, and is the user's own. Loading a truncated or
/// damaged file would end the process, in this run and every later one. Its seal is its end.
bool is_whole(const fs::path& library, const std::string& key) {
  if (!fs::exists(fs::symlink_status(library))) return false;
  require_own(library);
  const std::string file = read_file(library);
  if (file.size() <= ContentHash::kHexSize) return false;
  const std::string content = file.substr(0, file.size() - ContentHash::kHexSize);
  return file.substr(content.size()) == seal_of(content, key);
}

/// Keeps the library loaded while it lives.
std::shared_ptr<void> open_library(const fs::path& library) {
  // RTLD_LOCAL and hidden symbols: each unit has its own copy of Verilator's run time.
  std::shared_ptr<void> handle(dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL), [](void* h) {
    if (h != nullptr) dlclose(h);
  });
  if (!handle) throw std::runtime_error(fmt::format("cannot load a compiled memory unit: {}", dlerror()));
  return handle;
}

/// Verilates and compiles in `scratch`; returns the finished library there, sealed.
fs::path compile(const RtlRecipe& recipe, const std::string& key, const fs::path& scratch) {
  fs::path library = build_unit(recipe, scratch);
  const std::string content = read_file(library);
  if (content.empty()) {
    throw std::runtime_error(
        fmt::format("{} reports success and has built nothing: is it a C++ compiler?", recipe.compiler));
  }
  std::ofstream end(library, std::ios::binary | std::ios::app);
  end << seal_of(content, key);
  end.close();
  if (!end) throw_cannot_write(library);
  make_own(library);
  open_library(library);  // a library that cannot be loaded does not enter the cache
  return library;
}

/// The object that the function `symbol` of the library makes; keeps the library loaded.
template <class Interface>
std::shared_ptr<Interface> load(const fs::path& library, const char* symbol) {
  const std::shared_ptr<void> handle = open_library(library);
  const auto make = reinterpret_cast<Interface* (*)()>(dlsym(handle.get(), symbol));
  if (make == nullptr) throw std::runtime_error(fmt::format("{}: not the unit it should be", library.string()));
  const OutputAside aside;
  return {make(), [handle](Interface* unit) {
            const OutputAside aside;  // a final block may print
            delete unit;
          }};
}

fs::path library_of(const RtlRecipe& recipe, const std::string& key, const fs::path& dir) {
  return dir / fmt::format("{}-{}.so", recipe.name, key);
}

/// The library of `recipe`, compiled into `dir` if it is missing.
fs::path built(const RtlRecipe& recipe, fs::path dir, const RtlCache::Message& message) try {
  if (dir.empty()) dir = default_cache_dir();
  create_own_directories(dir);
  const std::string key = key_of(recipe);
  fs::path library = library_of(recipe, key, dir);
  if (is_whole(library, key)) return library;
  const FileLock lock(dir / (key + ".lock"));
  if (is_whole(library, key)) return library;  // built by another process meanwhile
  if (message) {
    message(fmt::format("compiling {} (first use; kept in {})", recipe.what, dir.string()));
  }
  const ScratchDir scratch(dir / (key + ".tmp"));
  fs::rename(compile(recipe, key, scratch.path()), library);
  return library;
} catch (const fs::filesystem_error& error) {
  throw std::runtime_error(
      fmt::format("the cache of compiled memory units cannot be used: {}; "
                  "set XDG_CACHE_HOME to a folder that can be written and has room",
                  error.what()));
}

/// The loaded unit for `config`; made and kept if there is none.
template <class Loaded, class Config, class Make>
auto found_or(Loaded& loaded, const Config& config, Make make) {
  for (const auto& [known, unit] : loaded) {
    if (known == config) return unit;
  }
  return loaded.emplace_back(config, make()).second;
}

}  // namespace

std::string RtlConfig::text(const std::string& parameter) const {
  const auto found = parameters.find(parameter);
  if (found == parameters.end()) return "0";
  const std::string& value = found->second;
  return value.front() == '"' ? value.substr(1, value.size() - 2) : value;
}

RtlCache::RtlCache(std::filesystem::path dir, Message message) : dir_(std::move(dir)), message_(std::move(message)) {}

RtlConfig RtlCache::sized(const RtlConfig& config) {
  RtlConfig sized = config;
  sized.parameters["NumRows"] = std::to_string(build_rows(config));
  return sized;
}

bool RtlCache::keeps(const RtlConfig& config) const {
  const RtlRecipe recipe = memory_unit_recipe(sized(config));
  return fs::exists(library_of(recipe, key_of(recipe), dir_.empty() ? default_cache_dir() : dir_));
}

std::shared_ptr<RtlUnit> RtlCache::unit(const RtlConfig& config) { return units(config, 1).front(); }

std::vector<std::shared_ptr<RtlUnit>> RtlCache::units(const RtlConfig& config, std::size_t count) {
  const RtlConfig own = sized(config);
  std::vector<std::shared_ptr<RtlUnit>> found;
  for (const auto& [known, unit] : loaded_) {
    if (found.size() < count && known == own) found.push_back(unit);
  }
  while (found.size() < count) found.push_back(loaded_.emplace_back(own, fresh_unit(own)).second);
  return found;
}

std::shared_ptr<RtlUnit> RtlCache::fresh_unit(const RtlConfig& config) {
  return load<RtlUnit>(built(memory_unit_recipe(sized(config)), dir_, message_), kMakeRtlUnitSymbol);
}

std::shared_ptr<LaneUnit> RtlCache::lane_machine(const LaneConfig& config) {
  return found_or(lane_machines_, config, [&] {
    return load<LaneUnit>(built(lane_machine_recipe(config), dir_, message_), kMakeLaneUnitSymbol);
  });
}

std::shared_ptr<CoalescerUnit> RtlCache::coalescer(const std::filesystem::path& rtl_dir) {
  return found_or(coalescers_, rtl_dir, [&] {
    return load<CoalescerUnit>(built(coalescer_recipe(rtl_dir), dir_, message_), kMakeCoalescerUnitSymbol);
  });
}

std::string RtlCache::tools(const RtlConfig& config) const {
  const RtlRecipe recipe = memory_unit_recipe(config);
  const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
  std::string text = first_line(tool_version(recipe.compiler));
  for (std::size_t i = 1; i < recipe.compiler_arguments.size(); ++i) text += " " + recipe.compiler_arguments[i];
  text += "; " + first_line(tool_version("verilator_bin"));
  for (std::size_t i = 1; i < recipe.verilator_arguments.size(); ++i) text += " " + recipe.verilator_arguments[i];
  return text;
}

}  // namespace superwarp::sysc
