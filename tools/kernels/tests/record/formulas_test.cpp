// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/program.h"
#include "sim/traceg/reader.h"
#include "sim/workload/workload.h"

/// \file
/// The kernels in examples/cuda/, recorded, make the accesses that the workloads' formulas state.

namespace superwarp {
namespace {

/// One access of a warp, from either side.
struct OfWarp {
  Op op = Op::kRead;
  std::vector<Address> word;  ///< of every lane
  std::uint64_t barriers = 0;
  std::string from;  ///< the source line, or the round

  [[nodiscard]] std::string shown() const {
    std::string words;
    for (const Address w : word) words += w == kInactive ? " -" : fmt::format(" {}", w);
    return fmt::format("{} after {} barriers,{}", op == Op::kRead ? "read" : "write", barriers, words);
  }
};
using OfBlock = std::vector<std::vector<OfWarp>>;  ///< by warp

/// Barriers without an access of the block between them are one.
void number_barriers(OfBlock& block) {
  std::vector<std::uint64_t> seen;
  for (const auto& warp : block) {
    for (const OfWarp& access : warp) seen.push_back(access.barriers);
  }
  std::sort(seen.begin(), seen.end());
  seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  for (auto& warp : block) {
    for (OfWarp& access : warp) {
      const auto place = std::lower_bound(seen.begin(), seen.end(), access.barriers);
      access.barriers = static_cast<std::uint64_t>(std::distance(seen.begin(), place));
    }
  }
}

OfBlock recorded(const traceg::Block& block, const traceg::Reader& reader, std::uint32_t warps) {
  OfBlock all(warps);
  for (const traceg::Warp& warp : block.warps) {
    for (const traceg::Access& access : warp.accesses) {
      const traceg::Instruction& instruction = reader.instructions().all().at(access.instruction);
      OfWarp& one = all.at(warp.id).emplace_back();
      one.op = instruction.kind == traceg::OpcodeKind::kLoad ? Op::kRead : Op::kWrite;
      one.barriers = access.barriers;
      const traceg::SourcePlace& place = reader.header().sources.at(instruction.pc);
      one.from =
          fmt::format("{}:{}: {}", std::filesystem::path(place.file).filename().string(), place.line, place.text);
      if (instruction.bytes != sizeof(Word)) one.from += " (not one word a lane)";
      std::size_t next = access.address;
      for (std::uint32_t lane = 0; lane < traceg::kWarpThreads; ++lane) {
        const bool active = (access.mask >> lane & 1) != 0;
        one.word.push_back(active ? block.address.at(next++) / sizeof(Word) : kInactive);
      }
    }
  }
  number_barriers(all);
  return all;
}

OfBlock stated(const Program& formula, std::uint32_t times) {
  OfBlock all(formula.warps());
  std::uint64_t barriers = 0;
  std::vector<Word> registers(formula.registers() * formula.width());
  std::vector<Word> data(formula.width());
  for (std::uint64_t i = 0; i < times * formula.rounds(); ++i) {
    const std::uint64_t round = i % formula.rounds();
    for (std::uint32_t warp = 0; warp < formula.warps(); ++warp) {
      OfWarp one;
      one.word.assign(formula.width(), kInactive);
      one.op = formula.access(round, warp, registers.data(), one.word.data(), data.data());
      one.barriers = barriers;
      one.from = fmt::format("round {}", round);
      const auto active = [](Address word) { return word != kInactive; };
      if (std::any_of(one.word.begin(), one.word.end(), active)) all[warp].push_back(one);
    }
    if (formula.barrier_after(round)) ++barriers;
  }
  number_barriers(all);
  return all;
}

/// The first difference between the accesses to shared memory of a recorded block and those of
/// `formula`, repeated `times` times: warp by warp, lane by lane, and in what barriers separate.
/// It names the line of the CUDA source. Empty: there is none.
std::string first_difference(const traceg::Block& block, const traceg::Reader& reader, const Program& formula,
                             std::uint32_t times) {
  const OfBlock source = recorded(block, reader, formula.warps());
  const OfBlock expected = stated(formula, times);
  for (std::uint32_t warp = 0; warp < formula.warps(); ++warp) {
    for (std::size_t i = 0; i < std::max(source[warp].size(), expected[warp].size()); ++i) {
      const OfWarp none{Op::kRead, {}, 0, "no further access"};
      const OfWarp& a = i < source[warp].size() ? source[warp][i] : none;
      const OfWarp& b = i < expected[warp].size() ? expected[warp][i] : none;
      if (a.op == b.op && a.barriers == b.barriers && a.word == b.word) continue;
      return fmt::format("{}\n  warp {}, its access {}: {}\n  by the formula, {}: {}", a.from, warp, i, a.shown(),
                         b.from, b.shown());
    }
  }
  return {};
}

/// A launch and the workload that it should be.
struct Pair {
  std::uint32_t launch = 1;
  std::string workload;
  std::uint64_t size = 0;
  std::uint32_t times = 1;  ///< that the launch does what the workload does
};

struct Example {
  std::string name;
  std::vector<Pair> pairs;
};

void PrintTo(const Example& example, std::ostream* out) { *out << example.name; }

const std::vector<Example>& examples() {
  static const std::vector<Example> all = {
      Example{"transpose", {{1, "kernel-transpose-tile", 32}, {2, "kernel-transpose-tile-padded", 32}}},
      Example{"reduction",
              {{2, "kernel-reduction-interleaved", 256},
               {3, "kernel-reduction-sequential", 256},
               {4, "kernel-reduction-sequential", 256}}},
      Example{"scan", {{1, "kernel-scan-blelloch", 512}, {2, "kernel-scan-blelloch-padded", 512}}},
      Example{"bitonic_sort", {{1, "kernel-bitonic-sort", 1024}}},
      Example{"matrix_product", {{1, "kernel-matrix-product", 16, 4}}},
      Example{"convolution", {{1, "kernel-convolution-columns", 8}}},
      Example{"fft", {{1, "kernel-fft", 1}}},
      Example{"stencil", {{1, "kernel-stencil", 256}, {2, "kernel-hotspot", 16}}},
      Example{"needleman_wunsch", {{1, "kernel-needleman-wunsch", 16}}},
      Example{"lud", {{1, "kernel-lud-perimeter", 16}}},
      Example{"histogram", {{2, "kernel-histogram", 16}}}};
  return all;
}

/// Records block 0 of the launches; returns the folder of the traces.
std::filesystem::path record(const std::string& name, const std::string& launches) {
  const auto folder = std::filesystem::path(testing::TempDir()) / ("formulas_" + name);
  std::filesystem::remove_all(folder);
  const std::string command = std::string(SUPERWARP_PROGRAM) + " record " SUPERWARP_CUDA_EXAMPLES + "/" + name +
                              ".cu --shared-only --only-blocks 0 --no-table --launches " + launches + " --out " +
                              folder.string() + " >/dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return folder;
}

/// What first_difference() says of a trace.
std::string difference(const std::filesystem::path& trace, const Pair& pair) {
  std::ifstream file(trace);
  traceg::Reader reader(file, trace.string());
  traceg::Block block;
  if (!reader.next(block)) return "no block is recorded";
  const auto& threads = reader.header().block.value();
  workload::WorkloadOptions options;
  options.size = pair.size;
  options.threads = (threads[0] * threads[1] * threads[2] + 31) / 32 * 32;
  return first_difference(block, reader, *workload::make_workload(pair.workload, options), pair.times);
}

std::filesystem::path trace_of(const std::filesystem::path& folder, std::uint32_t launch) {
  return folder / ("kernel-" + std::to_string(launch) + ".traceg");
}

class Formulas : public testing::TestWithParam<Example> {};

TEST_P(Formulas, AreTheAccessesOfTheSource) {
  std::uint32_t last = 1;
  for (const Pair& pair : GetParam().pairs) last = std::max(last, pair.launch);
  const auto folder = record(GetParam().name, "1.." + std::to_string(last));
  for (const Pair& pair : GetParam().pairs) {
    EXPECT_EQ(difference(trace_of(folder, pair.launch), pair), "") << pair.workload << ", launch " << pair.launch;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Formulas, testing::ValuesIn(examples()), [](const auto& info) { return info.param.name; });

TEST(Formulas, OfAllKernelsAreCompared) {
  for (const workload::WorkloadInfo& info : workload::workloads()) {
    if (!info.kernel) continue;
    const auto has_it = [&](const Example& example) {
      return std::any_of(example.pairs.begin(), example.pairs.end(),
                         [&](const Pair& pair) { return pair.workload == info.name; });
    };
    EXPECT_TRUE(std::any_of(examples().begin(), examples().end(), has_it)) << info.name;
  }
}

// A difference of one word, one access or one barrier is found, with its line.
TEST(Formulas, OfAnotherKernelDiffer) {
  const auto trace = trace_of(record("transpose", "1"), 1);
  EXPECT_EQ(difference(trace, {1, "kernel-transpose-tile-padded", 32}).substr(0, 16), "transpose.cu:14:");
  EXPECT_NE(difference(trace, {1, "kernel-transpose-tile", 64}), "");
  EXPECT_NE(difference(trace, {1, "kernel-transpose-tile", 32, 2}), "");
  EXPECT_NE(difference(trace, {1, "kernel-stencil", 256}), "");
}

}  // namespace
}  // namespace superwarp
