// SPDX-License-Identifier: Apache-2.0
#include "sim/record/recording.h"

#include <fmt/format.h>

#include <fstream>
#include <regex>
#include <stdexcept>
#include <string>

#include "sim/files/output_file.h"

namespace superwarp::record {
namespace {

namespace fs = std::filesystem;

std::string header_of(const LaunchFacts& launch, const Program& program) {
  std::string text = fmt::format(
      "-kernel name = {}\n-kernel id = {}\n-grid dim = ({})\n-block dim = ({})\n-shmem = {}\n"
      "-accelsim tracer version = 5\n-recorded by = superwarp record\n",
      launch.kernel, launch.number, launch.grid, launch.block, launch.shared_bytes);
  for (const auto& [pc, place] : program.places(launch.instructions))
    text += fmt::format("-source {:x} = {}:{}: {}\n", static_cast<std::uint32_t>(pc - launch.base),
                        place.file, place.line, place.text);
  return text + "\n";
}

void remove_old(const fs::path& folder) {
  static const std::regex name(kRecordedNames);
  std::vector<fs::path> old;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (std::regex_match(entry.path().filename().string(), name)) old.push_back(entry.path());
  }
  for (const fs::path& file : old) fs::remove(file);
}

}  // namespace

std::vector<fs::path> write_recording(const Program& program, const Execution& execution,
                                      const fs::path& folder) {
  fs::create_directories(folder);
  remove_old(folder);
  std::vector<fs::path> traces;
  std::string list;
  for (const LaunchFacts& launch : execution.launches) {
    if (launch.body.empty()) continue;
    const std::string name = fmt::format("kernel-{}.traceg", launch.number);
    files::OutputFile file(folder / name);
    std::ofstream out(file.partial(), std::ios::binary);
    out << header_of(launch, program) << std::ifstream(launch.body, std::ios::binary).rdbuf();
    out.close();
    if (!out) throw std::runtime_error(fmt::format("{}: cannot write all of it", name));
    file.commit();
    traces.push_back(folder / name);
    list += name + "\n";
  }
  files::write_file((folder / "kernelslist.g").string(), list);
  return traces;
}

}  // namespace superwarp::record
