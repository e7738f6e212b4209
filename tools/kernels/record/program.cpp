// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/program.h"

#include <fmt/format.h>

#include <fstream>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "model/machine/project_dir.h"
#include "sim/files/pattern.h"
#include "sysc/command.h"
#include "tools/kernels/record/advice.h"
#include "tools/kernels/record/ir.h"
#include "tools/kernels/record/joins.h"
#include "tools/kernels/record/rewrite.h"

namespace superwarp::record {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostStatic = 48 * 1024;   // bytes of a kernel's arrays
constexpr const char* kKernels = "tools/kernels";  // below the project or the package
const char* const kDynamic = "superwarp_dynamic_shared";

fs::path headers() { return project_dir() / kKernels / "include"; }

/// The run time: of the package, or else as the build left it.
fs::path run_time() {
  const fs::path installed = project_dir() / kKernels / "libsuperwarp_recorder.a";
  return fs::exists(installed) ? installed : fs::path(SUPERWARP_RECORDER);
}

std::string compiler() {
  std::string found = sysc::find_program({"clang++", "clang++-14"});
  if (found.empty())
    throw std::runtime_error(
        "clang++, which compiles CUDA for the CPU, is not installed (apt-get install clang)");
  return found;
}

/// A C file that includes no CUDA headers, which are C++ here.
bool is_c(const std::string& file) {
  if (fs::path(file).extension() != ".c") return false;
  const std::string text = sysc::read_file(file);
  return text.find("include <cuda") == std::string::npos &&
         text.find("include \"cuda") == std::string::npos;
}

std::vector<std::string> joined(std::vector<std::string> one,
                                const std::vector<std::string>& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

/// The compiler's options for instructions: so little optimisation that an access stays one
/// instruction, and accesses in two branches stay separate.
std::vector<std::string> instructions() {
  // addr2line 2.40 does not see the callers of inlined code that version 5 splits into ranges, as
  // unrolling does.
  return {"-O1", "-gdwarf-4", "-w", "-fno-vectorize", "-fno-slp-vectorize", "-mllvm",
          "-hoist-common-insts=false", "-mllvm", "-sink-common-insts=false", "-fno-unroll-loops",
          // Accesses of two branches must not become one, nor those behind branches several.
          "-mllvm", "-enable-tail-merge=0", "-mllvm", "-disable-tail-duplicate", "-mllvm",
          "-disable-early-taildup", "-mllvm", "-tail-dup-placement=0",
          // A loop that copies must not become a call of memcpy(), which is not recorded.
          "-mllvm", "-disable-loop-idiom-all",
          // Copies of structures are calls, see tools/kernels/runtime/copies.cpp.
          "-fsanitize=address", "-fno-sanitize-address-use-after-scope", "-mllvm",
          "-asan-instrument-reads=0", "-mllvm", "-asan-instrument-writes=0", "-mllvm",
          "-asan-instrument-atomics=0", "-mllvm", "-asan-instrument-byval=0", "-mllvm",
          "-asan-globals=0", "-mllvm", "-asan-stack=0",
          "-fsanitize-coverage=func,inline-bool-flag,trace-loads,trace-stores"};
}

/// The compiler's options for a file of the program.
std::vector<std::string> language(const Sources& sources, const std::string& file) {
  std::vector<std::string> all = {"-I", headers().string()};
  // As nvcc: the host's compiler.
  const std::vector<std::string> of_c = {"-x", "c", "-std=gnu11", "-O1", "-g", "-w"};
  const std::vector<std::string> of_cuda = {"-x",
                                            "c++",
                                            "-std=c++17",
                                            "-fno-strict-aliasing",
                                            "-fno-strict-float-cast-overflow",
                                            "-fdeclspec",
                                            "-fstack-clash-protection",
                                            "-include",
                                            "superwarp/cuda.h"};
  all = joined(all, is_c(file) ? of_c : joined(of_cuda, instructions()));
  for (const std::string& folder : sources.include) all.push_back("-I" + folder);
  for (const std::string& name : sources.definition) all.push_back("-D" + name);
  return all;
}

/// The files in a rule of NMake that the compiler printed, which quotes odd names.
std::set<std::string> prerequisites(const std::string& rules) {
  std::set<std::string> files;
  std::istringstream words(rules);
  std::string word;
  words >> word;  // the target
  while (words >> std::quoted(word))
    if (word != "\\") files.insert(word);
  return files;
}

struct Symbol {
  std::uint64_t address = 0;
  std::uint64_t size = 0;  ///< 0: not known
};

/// By mangled name.
using Symbols = std::multimap<std::string, Symbol>;

/// `nm -S` prints address, size, type, name; symbols without a size have three columns.
Symbols symbols_in(const std::string& text) {
  Symbols all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::vector<std::string> words;
    for (std::string word; fields >> word;) words.push_back(word);
    if (words.size() < 3) continue;  // undefined
    const std::uint64_t size = words.size() == 4 ? std::stoull(words[1], nullptr, 16) : 0;
    all.insert({words.back(), {std::stoull(words[0], nullptr, 16), size}});
  }
  return all;
}

/// The function to which the array `name` is local, _ZZ<function>E<array>; of no function or of
/// several with one name, the array itself.
std::string owner_of(const std::string& name, const Symbols& symbols) {
  if (name.rfind("_ZZ", 0) != 0) return name;
  for (std::size_t end = name.rfind('E'); end > 3 && end != std::string::npos;
       end = name.rfind('E', end - 1)) {
    const std::string function = name.substr(3, end - 3);
    if (symbols.count("_Z" + function) == 1) return "_Z" + function;
    const std::size_t letter = function.find_first_not_of("0123456789");  // of extern "C"
    if (letter < function.size() && symbols.count(function.substr(letter)) == 1)
      return function.substr(letter);
  }
  return name;
}

/// What a function names, what that names, and so on.
std::set<std::string> reached(const CallGraph& calls, const std::string& from) {
  std::set<std::string> all = {from};
  std::vector<std::string> left = {from};
  while (!left.empty()) {
    const auto named = calls.named.find(left.back());
    left.pop_back();
    if (named == calls.named.end()) continue;
    for (const std::string& name : named->second)
      if (all.insert(name).second) left.push_back(name);
  }
  return all;
}

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// What the tool prints. If it fails, that follows `failure` in the message.
std::string run(const std::vector<std::string>& command, const std::string& failure) {
  std::string output;
  if (sysc::run_command(command, output) == 0) return output;
  throw std::runtime_error(fmt::format("{}\n{}{}", failure, output, advice(output)));
}

void write_scratch(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (out) return;
  throw std::runtime_error(
      fmt::format("{}: cannot write all of it, is the disk full? Set TMPDIR to a folder with room",
                  file.string()));
}

/// Conversions to integers become calls of the run time: tools/kernels/runtime/conversions.cpp.
void call_conversions(IrModule& module) {
  static const files::Pattern name(R"(@llvm(\.fpto[su]i\.sat\.i(8|16|32|64)\.f(32|64)\())");
  for (std::string& line : module.lines)
    if (line.find("@llvm.fpto") != std::string::npos) line = name.replaced(line, "@superwarp$1");
}

/// What the program's text cannot express is added to its IR.
void edit(const fs::path& ir, bool several_files, CallGraph& calls) {
  IrModule module(sysc::read_file(ir));
  for (const IrFunction& function : module.functions) {
    calls.named[function.name].merge(module.named_in(function));
    if (function.kernel) calls.kernels.insert(function.name);
  }
  call_conversions(module);
  mark_joins(module, several_files);
  write_scratch(ir, module.text());
}

}  // namespace

Program::Program(const Sources& sources, fs::path folder)
    : folder_(std::move(folder)),
      executable_(folder_ / "program"),
      arrays_(folder_ / "arrays"),
      overlay_(folder_ / "overlay.yaml"),
      prerequisites_(folder_ / "prerequisites") {
  for (const std::string& file : sources.files) {
    if (!fs::is_regular_file(file))
      throw std::runtime_error(
          fmt::format("{}: {}, expected a file of CUDA C++", file,
                      fs::is_directory(file) ? "is a folder" : "no such file"));
  }
  write_overlay(sources);
  compile(sources);
  list_arrays();
}

/// Every file that a program includes may hold kernels and launches. The compiler reads rewritten
/// copies under the old names, so that messages and debug information name the user's files.
void Program::write_overlay(const Sources& sources) {
  std::set<std::string> files;
  for (const std::string& source : sources.files) {
    const std::vector<std::string> command = joined(
        joined({compiler(), "-MM", "-MG", "-MV", "-MT", "all", "-MF", prerequisites_.string()},
               language(sources, source)),
        {source});
    run(command, "the compiler refuses the program:");
    files.merge(prerequisites(sysc::read_file(prerequisites_)));
  }
  nlohmann::json roots = nlohmann::json::array();
  for (const std::string& file : files) {
    std::error_code unknown;
    const fs::path path = fs::absolute(file, unknown);
    if (!fs::is_regular_file(path, unknown)) continue;
    if (path.lexically_normal().string().rfind(headers().string(), 0) == 0) continue;
    const std::string text = sysc::read_file(path);
    if (!needs_rewriting(text)) continue;
    const fs::path copy = folder_ / fmt::format("source-{}", roots.size());
    write_scratch(copy, rewritten(text));
    roots.push_back({{"type", "file"},
                     {"name", path.lexically_normal().string()},
                     {"external-contents", copy.string()}});
  }
  const nlohmann::json overlay = {{"version", 0}, {"use-external-names", false}, {"roots", roots}};
  write_scratch(overlay_, overlay.dump());
}

void Program::compile(const Sources& sources) {
  std::vector<std::string> link = {compiler(), "-no-pie"};
  const auto compile = [&](std::vector<std::string> how, const std::string& from,
                           const fs::path& to) {
    how = joined(joined({compiler()}, how), {from, "-o", to.string()});
    run(how, "the compiler refuses the program:");
  };
  for (std::size_t n = 0; n < sources.files.size(); ++n) {
    const std::string file = fs::absolute(sources.files[n]).lexically_normal().string();
    const fs::path object = folder_ / fmt::format("object-{}.o", n);
    const std::vector<std::string> text =
        joined({"-ivfsoverlay", overlay_.string()}, language(sources, sources.files[n]));
    if (is_c(file)) {
      compile(joined(text, {"-c"}), file, object);
    } else {
      const fs::path ir = folder_ / fmt::format("ir-{}.ll", n);
      // The control flow in the IR is still that of the text.
      compile(
          joined(text, {"-Xclang", "-disable-llvm-passes", "-Xclang", "-disable-lifetime-markers",
                        "-fno-discard-value-names", "-S", "-emit-llvm"}),
          file, ir);
      edit(ir, sources.files.size() > 1, calls_);
      compile(joined({"-x", "ir", "-c"}, instructions()), ir.string(), object);
    }
    link.push_back(object.string());
  }
  link = joined(link, {run_time().string(), "-lboost_context", "-lpthread", "-lm"});
  for (const std::string& name : sources.library) link.push_back("-l" + name);
  link = joined(link, {"-o", executable_.string()});
  run(link, "the program does not link:");
}

/// Writes the arrays in shared memory, and the bytes that those of a kernel and of the functions
/// that it calls take together.
void Program::list_arrays() {
  const std::vector<std::string> command = {"nm", "-S", executable_.string()};
  std::string output;
  // Once in 75 recordings on a busy machine, nm did not recognise the file; nothing else failed.
  if (sysc::run_command(command, output) != 0)
    output = run(command, "nm, which lists the arrays, fails:");
  const Symbols all = symbols_in(output);
  const std::uint64_t begin = all.find("__start_superwarp_shared")->second.address;
  const std::uint64_t end = all.find("__stop_superwarp_shared")->second.address;
  std::string list;
  std::map<std::string, std::uint64_t> taken;
  for (const auto& [name, array] : all) {
    if (array.address < begin || array.address >= end || array.size == 0) continue;
    list += fmt::format("array {:x} {:x}\n", array.address, array.size);
    if (name != kDynamic) taken[owner_of(name, all)] += array.size;
  }
  std::map<std::string, std::uint64_t> with_calls = taken;
  for (const std::string& kernel : calls_.kernels) {
    std::uint64_t bytes = 0;
    for (const std::string& name : reached(calls_, kernel))
      if (const auto own = taken.find(name); own != taken.end()) bytes += own->second;
    if (bytes > 0 && all.count(kernel) > 0) with_calls[kernel] = bytes;
  }
  for (const auto& [name, bytes] : with_calls) {
    const std::uint64_t address = all.find(name)->second.address;
    if (bytes > kMostStatic) {
      const Place place = places({address + 1})[address + 1];
      throw std::runtime_error(fmt::format(
          "{}: uses too much shared data (0x{:x} bytes, 0x{:x} max); make an array dynamic, extern "
          "__shared__, and allow its size with cudaFuncSetAttribute()\n  {}",
          place.line == 0 ? name : fmt::format("{}:{}", place.file, place.line), bytes, kMostStatic,
          place.text));
    }
    list += fmt::format("kernel {:x} {:x}\n", address, bytes);
  }
  write_scratch(arrays_, list);
}

std::map<std::uint64_t, Place> Program::places(const std::vector<std::uint64_t>& pc) const {
  std::vector<Query> queries;
  queries.reserve(pc.size());
  // The return address lies behind the call, which may be the next line's.
  for (const std::uint64_t one : pc) queries.push_back({one, one - 1});
  std::map<std::uint64_t, Place> all;
  const std::set<std::uint64_t> moved = locate(queries, all);
  queries.clear();
  for (const std::uint64_t one : moved) {
    for (std::uint64_t behind = 4; behind <= 64; behind += 4)
      queries.push_back({one, one + behind});
  }
  locate(queries, all);
  return all;
}

/// Adds the places of those that have none in `all`. Returns those that the compiler has moved out
/// of a loop or made of several accesses, and gave no line: that of the code behind is the best.
std::set<std::uint64_t> Program::locate(const std::vector<Query>& queries,
                                        std::map<std::uint64_t, Place>& all) const {
  if (queries.empty()) return {};
  const fs::path request = folder_ / "addresses";
  std::string addresses;
  for (const Query& query : queries) addresses += fmt::format("{:x}\n", query.address);
  write_scratch(request, addresses);
  const std::vector<std::string> command = {
      "addr2line", "-a", "-i", "-e", executable_.string(), "@" + request.string()};
  const std::string output = run(command, "addr2line, which finds source lines, fails:");
  const std::string here = fs::current_path().string() + "/";
  // For every query: its address, then file:line, innermost first.
  std::set<std::uint64_t> without_line;
  std::map<std::string, std::vector<std::string>> texts;
  std::istringstream lines(output);
  std::size_t query = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("0x", 0) == 0) {
      ++query;
      continue;
    }
    const std::uint64_t now = queries.at(query - 1).pc;
    const std::size_t colon = line.rfind(':');
    if (colon == std::string::npos || all.count(now) != 0) continue;
    Place place;
    place.file = line.substr(0, colon);
    place.line = static_cast<std::uint32_t>(std::strtoul(line.c_str() + colon + 1, nullptr, 10));
    if (place.line == 0 && place.file != "??") without_line.insert(now);
    // Inlined code of the recorder and of the C++ library belongs to the line that calls it.
    if (place.line == 0 || place.file.rfind(headers().string(), 0) == 0 ||
        place.file.rfind("/usr/", 0) == 0)
      continue;
    if (place.file.rfind(here, 0) == 0) place.file.erase(0, here.size());
    std::vector<std::string>& text = texts[place.file];
    if (text.empty()) {
      std::ifstream source(place.file);
      text.emplace_back();
      for (std::string one; std::getline(source, one);) text.push_back(trimmed(one));
    }
    if (place.line < text.size()) place.text = text[place.line];
    all[now] = place;
    without_line.erase(now);
  }
  return without_line;
}

}  // namespace superwarp::record
