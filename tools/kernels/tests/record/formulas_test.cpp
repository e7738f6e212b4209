// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "sim/workload/workload.h"
#include "tools/kernels/tests/record/same_accesses.h"

/// \file
/// The kernels in examples/cuda/, recorded, make the accesses that the workloads' formulas state.

namespace superwarp {
namespace {

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
      Example{"transpose",
              {{1, "kernel-transpose-tile", 32}, {2, "kernel-transpose-tile-padded", 32}}},
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
  const std::string command = std::string(SUPERWARP_PROGRAM) + " record " SUPERWARP_CUDA_EXAMPLES +
                              "/" + name +
                              ".cu --shared-only --only-blocks 0 --no-table --launches " +
                              launches + " --out " + folder.string() + " >/dev/null";
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
  return first_difference(block, reader, *workload::make_workload(pair.workload, options),
                          pair.times);
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
    EXPECT_EQ(difference(trace_of(folder, pair.launch), pair), "")
        << pair.workload << ", launch " << pair.launch;
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Formulas, testing::ValuesIn(examples()),
                         [](const auto& info) { return info.param.name; });

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
  EXPECT_EQ(difference(trace, {1, "kernel-transpose-tile-padded", 32}).substr(0, 16),
            "transpose.cu:14:");
  EXPECT_NE(difference(trace, {1, "kernel-transpose-tile", 64}), "");
  EXPECT_NE(difference(trace, {1, "kernel-transpose-tile", 32, 2}), "");
  EXPECT_NE(difference(trace, {1, "kernel-stencil", 256}), "");
}

}  // namespace
}  // namespace superwarp
