// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <future>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"
#include "sysc/needs.h"
#include "sysc/rtl_recipe.h"

namespace superwarp::sysc {
namespace {

namespace fs = std::filesystem;

const char* const kFile = "unit_headers.pch";

class Unwritten {};

/// Room for an entry, of which there are a few, and for the unit that is made beside it.
constexpr std::uintmax_t kRoom = std::uintmax_t{1} << 26U;

/// sysc/unit_headers.h as clang++ has read it with these options. Reading it takes a third of the
/// time that compiling a small unit takes, so it is kept in a cache, as units are.
class Precompiled {
 public:
  /// `compile` is a compiler and its options, without input and output. Makes the entry in `dir` if
  /// it is missing. It stays empty for other compilers than clang++ and if there is no room.
  Precompiled(std::vector<std::string> compile, const fs::path& header, const fs::path& dir) {
    const std::string version = tool_version(compile.front());
    if (version.find("clang") == std::string::npos) return;
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    if (std::min<std::uintmax_t>(limit.rlim_cur, fs::space(dir.parent_path()).available) < kRoom) return;
    ContentHash hash;
    for (const std::string& option : compile) hash.add(option);
    for (const std::string& text : {version, header.string(), read_file(header)}) hash.add(text);
    const std::string key = hash.hex();
    create_own_directories(dir);
    try {
      keep_folder(dir / key, key, [&](const fs::path& scratch) {
        const fs::path log = scratch / "log";
        compile.insert(compile.end(), {"-fpch-instantiate-templates", "-x", "c++-header", header.string(), "-o",
                                       (scratch / kFile).string()});
        if (run_command(compile, log) != 0) throw Unwritten();
        fs::remove(log);
      });
      folder_ = dir / key;
    } catch (const Unwritten&) {
    }
  }

  /// Adds the entry to a compiler's arguments; false if it is empty.
  bool add_to(std::vector<std::string>& arguments) const {
    if (folder_.empty()) return false;
    arguments.insert(arguments.end(), {"-include-pch", (folder_ / kFile).string()});
    return true;
  }

  /// Removes an entry that clang++ refuses, because the headers on this machine have changed.
  void discard() const {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

 private:
  fs::path folder_;
};

// Fixed by the build, see CMakeLists.txt.
constexpr const char* kVerilatedInclude = SUPERWARP_VERILATED_INCLUDE;

/// Verilator's run time, which is installed beside the sources.
std::string verilated_runtime(const RtlRecipe& recipe) {
  const fs::path built = SUPERWARP_VERILATED_RUNTIME;
  const fs::path installed = recipe.files / built.filename();
  return fs::exists(installed) ? installed.string() : built.string();
}

/// A tool that fails because the disk is full cannot write its message either.
void require_room(const fs::path& dir) {
  constexpr std::uintmax_t kLeast = 1U << 16U;
  if (fs::space(dir).available >= kLeast) return;
  throw fs::filesystem_error("cannot write", dir, std::make_error_code(std::errc::no_space_on_device));
}

void run_tool(const std::vector<std::string>& arguments, const fs::path& log) {
  const int status = run_command(arguments, log);
  if (status == 0) return;
  require_room(log.parent_path());
  std::string said = read_file(log);
  constexpr std::size_t kMostWords = 4000;
  if (said.size() > kMostWords) said = said.substr(0, kMostWords) + "\n...";
  if (const std::vector<Need> needs = rtl_needs(); !missing_packages(needs).empty())
    said += "\n" + missing_message(needs);
  throw std::runtime_error(fmt::format("{} failed with status {}:\n{}", arguments[0], status, said));
}

/// Generated files that are compiled as one translation unit.
struct Part {
  std::string name;
  const char* optimisation;
  std::vector<fs::path> files;
  std::uintmax_t bytes = 0;
};

bool runs_once(const fs::path& file) { return file.stem().string().find("__Slow") != std::string::npos; }

/// Verilator's files in parts. Code that runs once is not optimised, which would take most of the
/// compile time. The rest compiles and runs fastest in one part, up to a size above which compile
/// time grows faster than the code.
std::vector<Part> parts_of(const RtlRecipe& recipe, const fs::path& scratch) {
  constexpr std::uintmax_t kMostBytes = 1U << 19U;
  std::vector<fs::path> generated;
  for (const auto& entry : fs::directory_iterator(scratch)) {
    if (entry.path().extension() == ".cpp") generated.push_back(entry.path());
  }
  std::sort(generated.begin(), generated.end());
  std::vector<Part> parts = {{"once", "-O0", {}}};
  if (recipe.optimised) parts.push_back({"run0", "-O2", {}});
  parts.back().files.emplace_back(recipe.module.adapter);
  for (const fs::path& file : generated) {
    const std::uintmax_t bytes = fs::file_size(file);
    const bool plain = runs_once(file) || !recipe.optimised;
    if (!plain && parts.back().bytes > 0 && parts.back().bytes + bytes > kMostBytes) {
      parts.push_back({fmt::format("run{}", parts.size() - 1), "-O2", {}});
    }
    Part& part = plain ? parts.front() : parts.back();
    part.files.push_back(file.filename());
    part.bytes += bytes;
  }
  return parts;
}

/// The compiler with what all parts of this optimisation have in common.
std::vector<std::string> compiler_of(const RtlRecipe& recipe, const char* optimisation) {
  const fs::path verilated = kVerilatedInclude;
  std::vector<std::string> arguments = recipe.compiler_arguments;
  arguments.insert(arguments.end(),
                   {optimisation, "-isystem", verilated.string(), "-isystem", (verilated / "vltstd").string()});
  return arguments;
}

Precompiled headers_of(const RtlRecipe& recipe, const char* optimisation, const fs::path& scratch) {
  return {compiler_of(recipe, optimisation), recipe.files / "sysc" / "unit_headers.h",
          scratch.parent_path() / kHeadersFolder};
}

/// Compiles `part`; returns the object file.
fs::path compile(const RtlRecipe& recipe, const fs::path& scratch, const Part& part) {
  const fs::path source = scratch / (part.name + ".cc");
  const fs::path log = scratch / (part.name + ".log");
  fs::path object = scratch / (part.name + ".o");
  std::ofstream out(source);
  for (const fs::path& file : part.files) out << "#include " << file << "\n";
  out.close();
  if (!out) throw_cannot_write(source);
  std::vector<std::string> arguments = compiler_of(recipe, part.optimisation);
  arguments.insert(arguments.end(),
                   {"-I", scratch.string(), "-I", recipe.files.string(), "-c", source.string(), "-o", object.string()});
  const Precompiled headers = headers_of(recipe, part.optimisation, scratch);
  if (std::vector<std::string> quick = arguments; headers.add_to(quick)) {
    if (run_command(quick, log) == 0) return object;
    headers.discard();
  }
  run_tool(arguments, log);
  return object;
}

/// Compiles all parts, one for each processor at a time.
std::vector<fs::path> compile(const RtlRecipe& recipe, const fs::path& scratch, const std::vector<Part>& parts) {
  const std::size_t workers = std::max(1U, std::thread::hardware_concurrency());
  std::vector<fs::path> objects(parts.size());
  std::vector<std::future<void>> running;
  for (std::size_t worker = 0; worker < std::min(workers, parts.size()); ++worker) {
    running.push_back(std::async(std::launch::async, [&, worker] {
      for (std::size_t i = worker; i < parts.size(); i += workers) objects[i] = compile(recipe, scratch, parts[i]);
    }));
  }
  for (std::future<void>& worker : running) worker.wait();  // before one of them may throw
  for (std::future<void>& worker : running) worker.get();
  return objects;
}

}  // namespace

void throw_cannot_write(const fs::path& file) {
  require_room(file.parent_path());
  throw fs::filesystem_error("cannot write", file, std::make_error_code(std::errc::io_error));
}

fs::path build_unit(const RtlRecipe& recipe, const fs::path& scratch) {
  std::vector<std::string> verilate = recipe.verilator_arguments;
  verilate.insert(verilate.end(), {"-Mdir", scratch.string()});
  if (!recipe.module.settings.empty()) verilate.push_back((recipe.files / recipe.module.settings).string());
  for (const fs::path& source : recipe.sources) verilate.push_back(source.string());
  // The headers are read while Verilator runs.
  const auto reading =
      std::async(std::launch::async, [&] { headers_of(recipe, recipe.optimised ? "-O2" : "-O0", scratch); });
  run_tool(verilate, scratch / "verilator.log");
  reading.wait();  // a failure shows again where they are used

  fs::path library = scratch / "unit.so";
  std::vector<std::string> link = recipe.compiler_arguments;
  link.emplace_back("-shared");
  for (const fs::path& object : compile(recipe, scratch, parts_of(recipe, scratch))) link.push_back(object.string());
  link.insert(link.end(), {verilated_runtime(recipe), "-lz", "-lpthread", "-latomic", "-o", library.string()});
  run_tool(link, scratch / "linker.log");
  return library;
}

}  // namespace superwarp::sysc
