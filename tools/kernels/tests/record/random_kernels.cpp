// SPDX-License-Identifier: Apache-2.0
// random_kernels SUPERWARP FOLDER COUNT [SEED]: records COUNT random structured kernels and
// compares the accesses of every line, execution by execution, with those of a machine that
// executes the structure with masks of lanes.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tools/kernels/tests/record/kernel_writer.h"

namespace superwarp::test {
namespace {

constexpr std::size_t kPerFile = 250;

std::string file_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The executions in a recording, a block after the other.
std::vector<Executions> recorded(const std::string& trace, const std::string& name) {
  std::vector<Executions> blocks;
  std::map<std::string, std::size_t> line_of;
  std::istringstream lines(file_text(trace));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string first;
    std::string second;
    words >> first >> second;
    if (first == "-source") {
      const std::size_t at = line.find(name + ":");
      if (at != std::string::npos) line_of[second] = std::strtoul(line.c_str() + at + name.size() + 1, nullptr, 10);
    } else if (first == "#BEGIN_TB") {
      blocks.emplace_back();
    } else if (line_of.count(first) != 0) {
      blocks.back()[line_of[first]].push_back(static_cast<Lanes>(std::strtoul(second.c_str(), nullptr, 16)));
    }
  }
  return blocks;
}

/// Are they equal in all lines that `right` has?
bool equal(const Executions& right, const Executions& found, std::string& where) {
  for (const auto& [line, lanes] : right) {
    const auto other = found.find(line);
    if (other != found.end() && other->second == lanes) continue;
    where = fmt::format("line {}: {} executions, right {}", line, other == found.end() ? 0 : other->second.size(),
                        lanes.size());
    return false;
  }
  return true;
}

int judge(int argc, char** argv) {
  if (argc < 4) {
    std::cerr << "usage: random_kernels SUPERWARP FOLDER COUNT [SEED]\n";
    return 2;
  }
  const std::string program = std::filesystem::absolute(argv[1]).string();
  const std::string folder = std::filesystem::absolute(argv[2]).string();
  std::filesystem::create_directories(folder);
  const std::size_t count = std::strtoul(argv[3], nullptr, 10);
  const std::uint64_t seed = argc > 4 ? std::strtoull(argv[4], nullptr, 10) : 1;
  std::size_t bad = 0;
  std::size_t executions = 0;
  for (std::size_t done = 0; done < count; done += kPerFile) {
    const std::size_t number = std::min(kPerFile, count - done);
    const std::string name = fmt::format("random-{}.cu", seed + done);
    const std::string out = fmt::format("{}/out-{}", folder, seed + done);
    Writer writer(seed + done);
    std::vector<Part> kernels;
    for (std::size_t n = 0; n < number; ++n) kernels.push_back(writer.kernel(n));
    std::ofstream(std::filesystem::path(folder) / name) << writer.finish(number);
    const std::string command = fmt::format("cd {} && {} record {} --out {} --shared-only --no-table >{}.log 2>&1",
                                            folder, program, name, out, out);
    if (std::system(command.c_str()) != 0) {  // NOLINT
      std::cerr << command << " fails:\n" << file_text(out + ".log");
      return 1;
    }
    std::istringstream printed(file_text(out + ".log"));
    for (std::size_t n = 0; n < number; ++n) {
      const std::vector<Executions> blocks = recorded(fmt::format("{}/kernel-{}.traceg", out, n + 1), name);
      std::string where;
      bool good = blocks.size() == kBlocks;
      for (std::uint32_t b = 0; b < kBlocks && good; ++b) {
        MaskedMachine machine(b);
        kernels[n](machine, ~0U);
        good = equal(machine.executions, blocks[b], where);
        for (const std::uint32_t value : machine.v) {
          std::uint32_t other = 0;
          printed >> other;
          if (good && other != value) {
            good = false;
            where = fmt::format("a result is {}, right {}", other, value);
          }
        }
        for (const auto& [line, lanes] : machine.executions) executions += lanes.size();
      }
      if (good) continue;
      std::string word;
      std::getline(printed, word);
      if (++bad <= 10) std::cerr << fmt::format("{}/{}: kernel k{}: {}\n", folder, name, n, where);
      // The rest of this kernel's results: every kernel has a line.
    }
  }
  std::cout << fmt::format("{} random kernels, {} executions of accesses, {} differ\n", count, executions, bad);
  return bad == 0 ? 0 : 1;
}

}  // namespace
}  // namespace superwarp::test

int main(int argc, char** argv) { return superwarp::test::judge(argc, argv); }
