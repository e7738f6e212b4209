// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>
#include <string>

#include "sim/files/output_file.h"
#include "sim/files/pattern.h"
#include "sim/input/kernel_files.h"
#include "sim/traceg/header.h"
#include "tools/kernels/record/execution.h"

namespace superwarp::record {
namespace {

namespace fs = std::filesystem;

/// A line of the header of every trace.
constexpr const char* kOwner = "-recorded by = superwarp record";

std::string header_of(const LaunchFacts& launch, const Program& program) {
  std::string text = fmt::format(
      "-kernel name = {}\n-kernel id = {}\n-grid dim = ({})\n-block dim = ({})\n-shmem = {}\n"
      "-accelsim tracer version = 5\n{}\n-recorder version = {}\n",
      launch.kernel, launch.number, launch.grid, launch.block, launch.shared_bytes, kOwner, traceg::kRecorderVersion);
  for (const auto& [pc, place] : program.places(launch.instructions))
    text += fmt::format("-source {:x} = {}:{}: {}\n", static_cast<std::uint32_t>(pc - launch.base), place.file,
                        place.line, place.text);
  for (const std::uint64_t pc : launch.loops)
    text += fmt::format("-loop {:x} = assumed\n", static_cast<std::uint32_t>(pc - launch.base));
  return text + "\n";
}

/// The files of a recording in `folder`.
std::vector<fs::path> recorded_in(const fs::path& folder) {
  static const files::Pattern names(input::kRecordedNames);
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (names.matches(entry.path().filename().string())) files.push_back(entry.path());
  return files;
}

/// Did this program write `file`? A list of its own names its traces and nothing else.
bool is_own(const fs::path& file) {
  static const files::Pattern trace("kernel-[0-9]+\\.traceg");
  const bool is_list = file.extension() == ".g";
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (is_list && !trace.matches(line)) return false;
    if (!is_list && line == kOwner) return true;
    if (!is_list && line.empty()) return false;  // the header ends
  }
  return is_list;
}

void write(const fs::path& file, const std::string& head, const fs::path& body = {}) {
  std::ofstream out(file, std::ios::binary);
  out << head;
  if (!body.empty()) out << std::ifstream(body, std::ios::binary).rdbuf();
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{}: cannot write all of it, is the disk full?", file.string()));
}

}  // namespace

void refuse_foreign(const fs::path& folder) {
  for (const fs::path& file : recorded_in(folder)) {
    if (is_own(file)) continue;
    throw std::runtime_error(
        fmt::format("{}: a recording would replace it, and 'superwarp record' did not write it; "
                    "choose another folder with --out",
                    file.string()));
  }
}

std::vector<fs::path> write_recording(const Program& program, const Execution& execution, const fs::path& folder) {
  fs::create_directories(folder);
  files::OutputFiles recording(folder, "recording");
  std::vector<fs::path> traces;
  std::string list;
  for (const LaunchFacts& launch : execution.launches) {
    if (launch.body.empty()) continue;
    const std::string name = fmt::format("kernel-{}.traceg", launch.number);
    write(recording.partial(name), header_of(launch, program), launch.body);
    traces.push_back(folder / name);
    list += name + "\n";
  }
  const fs::path list_file = folder / "kernelslist.g";
  write(recording.partial(list_file.filename()), list);
  refuse_if_interrupted();
  refuse_foreign(folder);  // again: the program may have written there
  for (const fs::path& file : recorded_in(folder)) {
    const bool stays = file == list_file || std::find(traces.begin(), traces.end(), file) != traces.end();
    if (!stays) fs::remove(file);
  }
  recording.commit();
  return traces;
}

}  // namespace superwarp::record
