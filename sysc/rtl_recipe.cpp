// SPDX-License-Identifier: Apache-2.0
#include "sysc/rtl_recipe.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>
#include <stdexcept>
#include <system_error>
#include <tuple>

#include "model/machine/project_dir.h"
#include "model/machine/rpu_info.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"
#include "sysc/needs.h"

namespace superwarp::sysc {
namespace {

namespace fs = std::filesystem;

const RtlModule kMemoryMachine = {"memory_machine", "sysc/verilated_unit.cpp", "sysc/debug_access.vlt"};
/// The same pins, except the number of ports.
const RtlModule kGlobalMemory = {"global_memory", kMemoryMachine.adapter, kMemoryMachine.settings,
                                 kMemoryMachine.prefix};
const RtlModule kCoalescer = {"coalescer", "sysc/verilated_coalescer.cpp", ""};
const RtlModule kLaneMachine = {"lane_machine", "sysc/verilated_lane_machine.cpp", ""};

/// Adds `source` of `files` and all that it includes from there to `all`.
void add_included(const fs::path& files, const std::string& source, std::set<std::string>& all) {
  if (!fs::exists(files / source) || !all.insert(source).second) return;
  const std::string text = read_file(files / source);
  const std::string include = "#include \"";
  for (std::size_t at = text.find(include); at < text.size(); at = text.find(include, at)) {
    at += include.size();
    add_included(files, text.substr(at, text.find('"', at) - at), all);
  }
}

/// Refuses pipes, which would block, and devices, which would not end.
void require_source(const fs::path& source) {
  constexpr std::uintmax_t kLargest = std::uintmax_t{1} << 24U;
  std::error_code unknown;
  if (!fs::is_regular_file(source, unknown)) {
    throw std::runtime_error(fmt::format("{}: is no regular file, expected SystemVerilog", source.string()));
  }
  if (fs::file_size(source, unknown) > kLargest) {
    throw std::runtime_error(
        fmt::format("{}: has more than {} bytes, expected SystemVerilog", source.string(), kLargest));
  }
}

/// Leaves out the sources that the top module does not lead to, where it has no packing unit but
/// `rpu`. Verilator gets the rest only, so a unit that needs more does not build.
void keep_needed(RtlRecipe& recipe, const std::string& rpu) {
  std::map<std::string, fs::path> home;  // of each module and package
  std::map<fs::path, std::vector<std::string>> named;
  for (const fs::path& source : recipe.sources) {
    std::vector<std::string>& names = named[source] = identifiers_of(read_file(source));
    for (std::size_t n = 0; n + 1 < names.size(); ++n)
      if (names[n] == "module" || names[n] == "package") home[names[n + 1]] = source;
  }
  if (home.count(recipe.module.top) == 0) return;  // Verilator says what is missing
  std::vector<std::string>& of_top = named[home[recipe.module.top]];
  for (const RpuInfo& other : rpus())
    if (other.name != rpu) of_top.erase(std::remove(of_top.begin(), of_top.end(), "rpu_" + other.name), of_top.end());
  std::set<fs::path> needed = {home[recipe.module.top]};
  std::vector<fs::path> left(needed.begin(), needed.end());
  while (!left.empty()) {
    const fs::path source = left.back();
    left.pop_back();
    for (const std::string& name : named[source]) {
      const auto found = home.find(name);
      if (found != home.end() && needed.insert(found->second).second) left.push_back(found->second);
    }
  }
  const auto unneeded = [&](const fs::path& source) { return needed.count(source) == 0; };
  recipe.sources.erase(std::remove_if(recipe.sources.begin(), recipe.sources.end(), unneeded), recipe.sources.end());
}

constexpr std::uint32_t kUnrollAll = 10'000'000;  // statements of a loop

/// The RPU of a unit; the first in a configuration of sources alone.
const RpuInfo& rpu_of(const RtlConfig& config) {
  const auto found =
      std::find_if(rpus().begin(), rpus().end(), [&](const RpuInfo& one) { return one.name == config.text("Rpu"); });
  return found == rpus().end() ? rpus().front() : *found;
}

/// Statements of a loop that Verilator unrolls. It refuses a loop over the lanes of a window that
/// is not unrolled, so wider units get more.
std::uint32_t unrolled(const RtlConfig& config) {
  constexpr std::uint32_t kWarp = 32;
  const std::uint32_t for_warp = rpu_of(config).unrolled;
  const auto lanes = static_cast<std::uint32_t>(std::max(config.number("Width"), config.number("NumBanks")));
  return for_warp == 0 ? kUnrollAll : for_warp * ((lanes + kWarp - 1) / kWarp);
}

/// Instructions that make vectors of lanes faster, if this processor has them. They are part of the
/// key, so processors that share a cache share only units that all of them can run. Newer ones are
/// left out because valgrind does not know them.
std::vector<const char*> processor_flags() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("bmi") != 0 && __builtin_cpu_supports("bmi2") != 0)
    return {"-mavx2", "-mbmi", "-mbmi2"};
#endif
  return {};
}

/// How `module` is built with the project's `files` (empty: project_dir()) from the sources in
/// `rtl_dir` (empty: rtl/ in `files`), without parameters.
RtlRecipe make_recipe(const RtlModule& module, const fs::path& rtl_dir, const fs::path& files = {},
                      std::uint32_t unrolled = kUnrollAll, const std::string& rpu = "batch") {
  RtlRecipe recipe;
  recipe.module = module;
  recipe.files = files.empty() ? project_dir() : files;
  recipe.rtl_dir = rtl_dir.empty() ? recipe.files / "rtl" : rtl_dir;
  if (!fs::is_directory(recipe.rtl_dir)) {
    throw std::runtime_error(fmt::format("{}: no such folder of SystemVerilog sources", recipe.rtl_dir.string()));
  }
  if (recipe.rtl_dir.string().find('$') != std::string::npos) {
    throw std::runtime_error(
        fmt::format("{}: Verilator reads '$' in a path as an environment variable; use a folder without one",
                    recipe.rtl_dir.string()));
  }
  for (const auto& entry : fs::recursive_directory_iterator(recipe.rtl_dir)) {
    if (entry.path().extension() != ".sv") continue;
    require_source(entry.path());
    recipe.sources.push_back(entry.path());
  }
  if (recipe.sources.empty()) {
    throw std::runtime_error(
        fmt::format("{}: no SystemVerilog in this folder, expected *.sv", recipe.rtl_dir.string()));
  }
  // By name: folders only sort files for readers, and a unit stays the same if a file moves.
  const auto order = [](const fs::path& source) {
    return std::make_tuple(!is_package(source), source.filename(), source);
  };
  std::sort(recipe.sources.begin(), recipe.sources.end(),
            [&](const fs::path& one, const fs::path& other) { return order(one) < order(other); });
  keep_needed(recipe, rpu);
  recipe.verilator = needed_verilator().found;
  recipe.compiler = needed_compiler().found;
  if (recipe.verilator.empty() || recipe.compiler.empty()) throw std::runtime_error(missing_message(rtl_needs()));
  // Warnings are left to the tests, except UNOPTFLAT, which has caused wrong data.
  recipe.verilator_arguments = {recipe.verilator, "--cc", "--top-module", module.top, "--prefix", module.prefix};
  for (const char* const option : {"-O3", "--assert", "--trace-fst", "--unroll-count", "4096", "-Wno-fatal",
                                   "-Werror-UNOPTFLAT", "--unroll-stmts"})
    recipe.verilator_arguments.emplace_back(option);
  recipe.verilator_arguments.push_back(std::to_string(unrolled));
  recipe.compiler_arguments = {recipe.compiler, "-std=c++17", "-fPIC", "-fvisibility=hidden"};
  for (const char* const flag : processor_flags()) recipe.compiler_arguments.emplace_back(flag);
  if (std::getenv("SUPERWARP_RTL_COVERAGE") != nullptr) {
    for (const char* const counts : {"--coverage-line", "--coverage-toggle"})
      recipe.verilator_arguments.emplace_back(counts);
    recipe.compiler_arguments.emplace_back("-DVM_COVERAGE=1");
  }
  // Broken copies of the RTL run for less time than optimising takes.
  if (std::getenv("SUPERWARP_RTL_UNOPTIMISED") != nullptr) {
    recipe.optimised = false;
    recipe.compiler_arguments.emplace_back("-O0");
  }
  return recipe;
}

void add_parameters(RtlRecipe& recipe, const RtlParameters& parameters) {
  for (const auto& [name, value] : parameters)
    recipe.verilator_arguments.push_back(fmt::format("-G{}={}", name, value));
}

/// The memory that the multiprocessors reach through an arbiter.
RtlRecipe global_memory_recipe(const RtlConfig& config) {
  RtlRecipe recipe = make_recipe(kGlobalMemory, config.rtl_dir, config.files);
  const std::string width = config.text("Width");
  const std::string super_warp = config.text("SuperWarp");
  recipe.name = fmt::format("global-w{}-s{}-d{}", width, super_warp, config.ports);
  recipe.what =
      fmt::format("the global memory for width {}, super warp {}, {} multiprocessors", width, super_warp, config.ports);
  add_parameters(recipe, {{"NumPorts", std::to_string(config.ports)},
                          {"Width", width},
                          {"SuperWarp", super_warp},
                          {"NumRows", config.text("NumRows")}});
  return recipe;
}

RtlRecipe memory_machine_recipe(const RtlConfig& config) {
  const RpuInfo& rpu = rpu_of(config);
  RtlRecipe recipe = make_recipe(kMemoryMachine, config.rtl_dir, config.files, unrolled(config), rpu.name);
  const std::string width = config.text("Width");
  const std::string banks = config.text("NumBanks");
  const std::string size = width + (banks == width ? "" : fmt::format(", {} banks", banks));
  recipe.name = "w" + width + (banks == width ? "" : "b" + banks);
  if (rpu.overlaps()) {
    recipe.name += fmt::format("-{}{}", rpu.file_mark, config.text("Depth"));
    recipe.what = fmt::format("the {} memory unit for width {}, depth {}, {}", rpu.label, size, config.text("Depth"),
                              config.text("Mapping"));
    // Keep a window's match in one function: two would exchange values through memory.
    for (const char* const option : {"--output-split-cfuncs", "0"}) recipe.verilator_arguments.emplace_back(option);
  } else {
    constexpr const char* kSlots[] = {"", "unified ", "broadcasting "};  // by slot rule
    const bool routed = config.number("Route") > 0;
    recipe.name += fmt::format("-s{}{}{}", config.text("SuperWarp"), rpu.file_mark, routed ? "-route" : "");
    recipe.what = fmt::format("the {}{}{}memory unit for width {}, super warp {}, {}", routed ? "routed " : "",
                              rpu.label.empty() ? "" : rpu.label + " ", kSlots[config.number("SlotRule")], size,
                              config.text("SuperWarp"), config.text("Mapping"));
  }
  if (config.number("Regions") > 0) {
    recipe.what += config.number("RegionRows") == 0
                       ? fmt::format(", a table of {} regions", config.text("Regions"))
                       : fmt::format(", {} regions of {} rows", config.text("Regions"), config.text("RegionRows"));
    if (config.text("OffMapping") != kUsualOff) recipe.what += fmt::format(", {} elsewhere", config.text("OffMapping"));
  }
  if (const std::string ports = config.text("Ports"); config.number("Ports") > 1) {
    recipe.name += "-p" + ports;
    recipe.what += fmt::format(", {} ports a bank", ports);
    recipe.compiler_arguments.push_back("-DSUPERWARP_PORTS_OF_A_BANK=" + ports);
  }
  if (const std::string words = config.text("Words"); config.number("Words") > 1) {
    recipe.name += "-b" + words;
    recipe.what += fmt::format(", {} words a bank", words);
  }
  add_parameters(recipe, config.parameters);
  return recipe;
}

}  // namespace

bool is_package(const fs::path& source) {
  const std::string name = source.filename();
  return name.size() > 7 && name.compare(name.size() - 7, 7, "_pkg.sv") == 0;
}

std::vector<std::string> identifiers_of(const std::string& text) {
  std::vector<std::string> all;
  const auto is_of_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text.compare(at, 2, "//") == 0) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.compare(at, 2, "/*") == 0) {
      at = std::min(text.find("*/", at + 2), text.size() - 2) + 2;
    } else if (is_of_name(text[at])) {
      const std::size_t begin = at;
      while (at < text.size() && is_of_name(text[at])) ++at;
      all.push_back(text.substr(begin, at - begin));
    } else {
      ++at;
    }
  }
  return all;
}

std::string tool_version(const std::string& program) {
  std::string version;
  if (run_command({program, "--version"}, version) != 0 || version.empty())
    throw std::runtime_error(fmt::format("{} --version fails: is it installed?", program));
  return version;
}

RtlRecipe memory_unit_recipe(const RtlConfig& config) {
  RtlRecipe recipe = config.ports > 0 ? global_memory_recipe(config) : memory_machine_recipe(config);
  add_parameters(recipe, {{"MaxLatency", std::to_string(kMaxLatency)}, {"Shallow", config.shallow ? "1" : "0"}});
  return recipe;
}

RtlRecipe lane_machine_recipe(const LaneConfig& config) {
  RtlRecipe recipe = make_recipe(kLaneMachine, config.rtl_dir);
  const std::uint32_t depth = config.streaming.depth;
  recipe.name = fmt::format("lanes-w{}-d{}", config.width, depth);
  recipe.what = fmt::format("the lane machine for width {}, {} banks, depth {}, {}", config.width, config.banks, depth,
                            config.mapping);
  add_parameters(recipe, {{"Mapping", '"' + config.mapping + '"'},
                          {"Width", std::to_string(config.width)},
                          {"NumBanks", std::to_string(config.banks)},
                          {"Responses", std::to_string(config.responses)},
                          {"NumRows", std::to_string(config.rows)},
                          {"MaxLatency", std::to_string(kMaxLatency)}});
  for (const auto& parameter : rpu_parameters(Rpu::kStream, config.streaming)) add_parameters(recipe, {parameter});
  return recipe;
}

RtlRecipe coalescer_recipe(const fs::path& rtl_dir) {
  RtlRecipe recipe = make_recipe(kCoalescer, rtl_dir);
  recipe.name = "coalescer";
  recipe.what = "the coalescer";
  recipe.verilator_arguments.push_back(fmt::format("-GNumThreads={}", kHalfWarp));
  return recipe;
}

std::string key_of(const RtlRecipe& recipe) {
  ContentHash hash;
  for (const fs::path& source : recipe.sources) {
    hash.add(source.filename());
    hash.add(read_file(source));
  }
  std::set<std::string> adapter;
  add_included(recipe.files, recipe.module.adapter, adapter);
  for (const std::string& source : adapter) hash.add(read_file(recipe.files / source));
  if (!recipe.module.settings.empty()) hash.add(read_file(recipe.files / recipe.module.settings));
  hash.add(tool_version("verilator_bin"));
  hash.add(tool_version(recipe.compiler));
  for (const auto& arguments : {recipe.verilator_arguments, recipe.compiler_arguments}) {
    for (const std::string& argument : arguments) hash.add(argument);
  }
  return hash.hex();
}

}  // namespace superwarp::sysc
