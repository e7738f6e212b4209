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
#include "tools/kernels/record/ir.h"
#include "tools/kernels/record/joins.h"
#include "tools/kernels/record/rewrite.h"

namespace superwarp::record {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostStatic = 48 * 1024;   // bytes of a kernel's arrays
constexpr const char* kKernels = "tools/kernels";  // below the project or the package
const char* const kDynamic = "superwarp_dynamic_shared";
const char* const kOverlay = "overlay.yaml";
const char* const kRefusal = "the compiler refuses the program:";

using Words = std::vector<std::string>;

fs::path headers() { return project_dir() / kKernels / "include"; }

/// The run time: of the package, or else as the build left it.
fs::path run_time() {
  const fs::path installed = project_dir() / kKernels / "libsuperwarp_recorder.a";
  return fs::exists(installed) ? installed : fs::path(SUPERWARP_RECORDER);
}

std::string compiler() { return sysc::find_program({"clang++", "clang++-14"}); }

/// A C file that includes no CUDA headers, which are C++ here.
bool is_c(const std::string& file) {
  if (fs::path(file).extension() != ".c") return false;
  const std::string text = sysc::read_file(file);
  return text.find("include <cuda") == std::string::npos && text.find("include \"cuda") == std::string::npos;
}

/// One list of words and lists of words.
Words words(std::initializer_list<Words> parts) {
  Words all;
  for (const Words& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// The compiler's options for instructions: so little optimisation that an access stays one
/// instruction, and accesses in two branches stay separate.
Words instructions() {
  // addr2line 2.40 does not see the callers of inlined code that version 5 splits into ranges, as
  // unrolling does. Copies of structures are calls, see tools/kernels/runtime/compiler.cpp.
  Words all = {"-O1",
               "-gdwarf-4",
               "-w",
               "-fno-vectorize",
               "-fno-slp-vectorize",
               "-fno-unroll-loops",
               "-fsanitize=address",
               "-fno-sanitize-address-use-after-scope",
               "-fsanitize-coverage=func,inline-bool-flag,trace-loads,trace-stores"};
  for (const char* const option :
       {// Accesses of two branches must not become one, nor those behind branches several.
        "-hoist-common-insts=false", "-sink-common-insts=false", "-enable-tail-merge=0", "-disable-tail-duplicate",
        "-disable-early-taildup", "-tail-dup-placement=0",
        // A loop that copies must not become a call of memcpy(), which is not recorded.
        "-disable-loop-idiom-all",
        // Of AddressSanitizer the calls for copies alone.
        "-asan-instrument-reads=0", "-asan-instrument-writes=0", "-asan-instrument-atomics=0",
        "-asan-instrument-byval=0", "-asan-globals=0", "-asan-stack=0"}) {
    all.emplace_back("-mllvm");
    all.emplace_back(option);
  }
  return all;
}

/// The compiler's options for a file of the program.
Words language(const Sources& sources, const std::string& file) {
  // As nvcc: the host's compiler.
  const Words of_c = {"-x", "c", "-std=gnu11", "-O1", "-g", "-w"};
  const Words of_cuda = words({{"-x", "c++", "-std=c++17", "-fno-strict-aliasing"},
                               {"-fno-strict-float-cast-overflow", "-fdeclspec"},
                               {"-fstack-clash-protection", "-include", "superwarp/cuda.h"},
                               instructions()});
  Words all = words({{"-I", headers().string(), "-I", SUPERWARP_CUDA_NAMES}, is_c(file) ? of_c : of_cuda});
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

/// `nm -P` prints name, type, address and size; the last ones where they are known.
Symbols symbols_in(const std::string& text) {
  Symbols all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    std::string name;
    std::string type;
    Symbol symbol;
    if (!(fields >> name >> type >> std::hex >> symbol.address)) continue;  // undefined
    fields >> symbol.size;
    all.insert({name, symbol});
  }
  return all;
}

/// The function to which the array `name` is local, _ZZ<function>E<array>; of no function or of
/// several with one name, the array itself.
std::string owner_of(const std::string& name, const Symbols& symbols) {
  if (name.rfind("_ZZ", 0) != 0) return name;
  for (std::size_t end = name.rfind('E'); end > 3 && end != std::string::npos; end = name.rfind('E', end - 1)) {
    const std::string function = name.substr(3, end - 3);
    if (symbols.count("_Z" + function) == 1) return "_Z" + function;
    const std::size_t letter = function.find_first_not_of("0123456789");  // of extern "C"
    if (letter < function.size() && symbols.count(function.substr(letter)) == 1) return function.substr(letter);
  }
  return name;
}

/// What a function names, what that names, and so on.
std::set<std::string> reached(const std::map<std::string, std::set<std::string>>& named, const std::string& from) {
  std::set<std::string> all = {from};
  for (std::vector<std::string> left = {from}; !left.empty();) {
    const auto found = named.find(left.back());
    left.pop_back();
    if (found == named.end()) continue;
    for (const std::string& name : found->second)
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
std::string run(const Words& command, const std::string& failure) {
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
      fmt::format("{}: cannot write all of it, is the disk full? Set TMPDIR to a folder with room", file.string()));
}

/// Conversions to integers become calls of the run time: tools/kernels/runtime/compiler.cpp.
void call_conversions(IrModule& module) {
  static const files::Pattern name(R"(@llvm(\.fpto[su]i\.sat\.i(8|16|32|64)\.f(32|64)\())");
  for (std::string& line : module.lines)
    if (line.find("@llvm.fpto") != std::string::npos) line = name.replaced(line, "@superwarp$1");
}

}  // namespace

std::vector<sysc::Need> needs() {
  return {{"clang++", "clang", compiler()},
          sysc::needed_header(compiler(), "boost/context/fiber.hpp", "libboost-context-dev"),
          sysc::needed_program({"addr2line"}, "binutils")};
}

std::string place_name(const std::map<std::uint64_t, Place>& places, std::uint64_t pc) {
  const auto found = places.find(pc);
  if (found == places.end()) return "an unknown line";
  return fmt::format("{}:{}", found->second.file, found->second.line);
}

Program::Program(const Sources& sources, fs::path folder) : folder_(std::move(folder)) {
  if (const std::vector<sysc::Need> all = needs(); !sysc::missing_packages(all).empty())
    throw std::runtime_error("record: " + sysc::missing_message(all));
  for (const std::string& file : sources.files) {
    if (!fs::is_regular_file(file))
      throw std::runtime_error(fmt::format("{}: {}, expected a file of CUDA C++", file,
                                           fs::is_directory(file) ? "is a folder" : "no such file"));
  }
  write_overlay(sources);
  list_arrays(compile(sources));
}

/// Every file that a program includes may hold kernels and launches. The compiler reads rewritten
/// copies under the old names, so that messages and debug information name the user's files.
void Program::write_overlay(const Sources& sources) {
  std::set<std::string> files;
  const fs::path rule = folder_ / "prerequisites";
  for (const std::string& source : sources.files) {
    run(words({{compiler(), "-MM", "-MG", "-MV", "-MT", "all", "-MF", rule.string()},
               language(sources, source),
               {source}}),
        kRefusal);
    files.merge(prerequisites(sysc::read_file(rule)));
  }
  nlohmann::json roots = nlohmann::json::array();
  for (const std::string& file : files) {
    std::error_code unknown;
    const fs::path path = fs::absolute(file, unknown);
    if (!fs::is_regular_file(path, unknown)) continue;
    if (path.lexically_normal().string().rfind(headers().string(), 0) == 0) continue;
    const std::string text = sysc::read_file(path);
    const std::string as_cpp = rewritten(text);
    if (as_cpp == text) continue;
    const fs::path copy = folder_ / fmt::format("source-{}", roots.size());
    write_scratch(copy, as_cpp);
    roots.push_back(
        {{"type", "file"}, {"name", path.lexically_normal().string()}, {"external-contents", copy.string()}});
  }
  const nlohmann::json overlay = {{"version", 0}, {"use-external-names", false}, {"roots", roots}};
  write_scratch(folder_ / kOverlay, overlay.dump());
}

/// Returns what the functions of the program name.
Program::CallGraph Program::compile(const Sources& sources) {
  CallGraph calls;
  Words objects;
  const auto compile = [&](const Words& how, const fs::path& from, const fs::path& to) {
    run(words({{compiler()}, how, {from.string(), "-o", to.string()}}), kRefusal);
  };
  for (std::size_t n = 0; n < sources.files.size(); ++n) {
    const fs::path file = fs::absolute(sources.files[n]).lexically_normal();
    objects.push_back((folder_ / fmt::format("object-{}.o", n)).string());
    const Words how = words({{"-ivfsoverlay", (folder_ / kOverlay).string()}, language(sources, sources.files[n])});
    if (is_c(file.string())) {
      compile(words({how, {"-c"}}), file, objects.back());
      continue;
    }
    const fs::path ir = folder_ / fmt::format("ir-{}.ll", n);
    // The control flow in the IR is still that of the text.
    compile(words({how,
                   {"-Xclang", "-disable-llvm-passes", "-Xclang", "-disable-lifetime-markers"},
                   {"-fno-discard-value-names", "-S", "-emit-llvm"}}),
            file, ir);
    IrModule module(sysc::read_file(ir));
    for (const IrFunction& function : module.functions) {
      calls.named[function.name].merge(module.named_in(function));
      if (function.kernel) calls.kernels.insert(function.name);
    }
    call_conversions(module);
    mark_joins(module, sources.files.size() > 1);
    write_scratch(ir, module.text());
    const fs::path optimised = folder_ / fmt::format("optimised-{}.ll", n);
    compile(words({{"-x", "ir", "-S", "-emit-llvm"}, instructions()}), ir, optimised);
    IrModule lifted(sysc::read_file(optimised));
    lift_joins(module, lifted);
    write_scratch(optimised, lifted.text());
    compile(words({{"-x", "ir", "-c", "-Xclang", "-disable-llvm-passes"}, instructions()}), optimised, objects.back());
  }
  Words libraries = {run_time().string(), "-lboost_context", "-lpthread", "-lm"};
  for (const std::string& name : sources.library) libraries.push_back("-l" + name);
  run(words({{compiler(), "-no-pie"}, objects, libraries, {"-o", executable().string()}}),
      "the program does not link:");
  return calls;
}

/// Writes the arrays in shared memory, and the bytes that those of a kernel and of the functions
/// that it calls take together.
void Program::list_arrays(const CallGraph& calls) {
  const Words command = {"nm", "-P", executable().string()};
  std::string output;
  // Once in 75 recordings on a busy machine, nm did not recognise the file; nothing else failed.
  if (sysc::run_command(command, output) != 0) output = run(command, "nm, which lists the arrays, fails:");
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
  for (const std::string& kernel : calls.kernels) {
    std::uint64_t bytes = 0;
    for (const std::string& name : reached(calls.named, kernel))
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
          place.line == 0 ? name : fmt::format("{}:{}", place.file, place.line), bytes, kMostStatic, place.text));
    }
    list += fmt::format("kernel {:x} {:x}\n", address, bytes);
  }
  write_scratch(arrays(), list);
}

std::map<std::uint64_t, Place> Program::places(const std::vector<std::uint64_t>& pc) const {
  std::vector<Query> queries;
  // The return address lies behind the call, which may be the next line's.
  for (const std::uint64_t one : pc) queries.push_back({one, one - 1});
  std::map<std::uint64_t, Place> all;
  const std::set<std::uint64_t> moved = locate(queries, all);
  queries.clear();
  for (const std::uint64_t one : moved)
    for (std::uint64_t behind = 4; behind <= 256; behind += 4) queries.push_back({one, one + behind});
  locate(queries, all);
  return all;
}

/// Adds the places of those that have none in `all`. Returns those that the compiler has moved out
/// of a loop or made of several accesses, and gave no line: that of the code behind is the best.
std::set<std::uint64_t> Program::locate(const std::vector<Query>& queries, std::map<std::uint64_t, Place>& all) const {
  if (queries.empty()) return {};
  const fs::path request = folder_ / "addresses";
  std::string addresses;
  for (const Query& query : queries) addresses += fmt::format("{:x}\n", query.address);
  write_scratch(request, addresses);
  const Words command = {"addr2line", "-a", "-i", "-e", executable().string(), "@" + request.string()};
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
    if (place.line == 0 || place.file.rfind(headers().string(), 0) == 0 || place.file.rfind("/usr/", 0) == 0) continue;
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
