#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "cuda/job.h"
#include "tests/cuda/block_on_host.h"
// The kernels, with threads of the host for those of a block.
#include "cuda/moves.cuh"
#include "cuda/shared_access.cuh"
#include "cuda/sums.cuh"

namespace superwarp {
namespace {

using Numbers = std::vector<std::uint32_t>;

Pattern workload(const std::string& name, std::uint64_t size, std::uint32_t threads) {
  Pattern p;
  p.id = name;
  p.access.kind = AccessKind::kWorkload;
  p.access.workload = name;
  p.access.size = size;
  p.warps = threads / 32;
  return p;
}

/// A block's clocks.
struct HostClocks {
  HostClocks(std::uint32_t repetitions, std::uint32_t warps)
      : start(std::size_t{repetitions} * warps),
        end(std::size_t{repetitions} * warps),
        stopwatch{start.data(), end.data(), warps} {}
  std::vector<long long> start;
  std::vector<long long> end;
  Stopwatch stopwatch;
};

template <SumAlgorithm kAlgorithm, bool kShared>
void expect_right_sums(const std::string& name, std::uint32_t n) {
  const SumJob job = sum_job(workload(name, n, n / 2));
  ASSERT_EQ(job.algorithm, kAlgorithm);
  Numbers memory(job.initial.size());
  HostClocks clocks(2, job.threads / 32);
  const SumArguments arguments = {
      job.initial.data(), static_cast<std::uint32_t>(job.initial.size()), n, 2, clocks.stopwatch,
      memory.data()};
  run_block(job.threads, [&] { sum_kernel<kAlgorithm, kShared, false>(arguments); });
  ASSERT_FALSE(job.expected.empty());
  for (std::size_t i = 0; i < job.expected.size(); ++i)
    ASSERT_EQ(memory[job.expected_at[i]], job.expected[i]) << name << " " << n << " word " << i;
  for (std::size_t i = 0; i < clocks.end.size(); ++i) EXPECT_GT(clocks.end[i], clocks.start[i]);
}

TEST(SumKernels, leave_the_words_that_the_workloads_promise) {
  for (const std::uint32_t n : {64U, 256U}) {
    expect_right_sums<SumAlgorithm::kSum, true>("sum", n);
    expect_right_sums<SumAlgorithm::kSum, false>("sum", n);
    expect_right_sums<SumAlgorithm::kSimplePrefix, true>("prefix-sums-simple", n);
    expect_right_sums<SumAlgorithm::kOptimalPrefix, true>("prefix-sums-optimal", n);
    expect_right_sums<SumAlgorithm::kOptimalPrefix, false>("prefix-sums-optimal", n);
  }
}

template <int kSteps>
void expect_right_moves(const Pattern& pattern) {
  const MoveJob job = move_job(pattern);
  ASSERT_EQ(job.steps.size(), std::size_t{kSteps});
  ASSERT_NE(job.initial, job.expected);
  Numbers source;
  Numbers target;
  for (const MoveJob::Step& step : job.steps) {
    source.insert(source.end(), step.source.begin(), step.source.end());
    target.insert(target.end(), step.target.begin(), step.target.end());
  }
  Numbers memory(job.initial.size());
  HostClocks clocks(2, job.threads / 32);
  const MoveArguments arguments = {source.data(),
                                   target.data(),
                                   job.initial.data(),
                                   static_cast<std::uint32_t>(memory.size()),
                                   2,
                                   clocks.stopwatch,
                                   memory.data()};
  run_block(job.threads, [&] { move_kernel<kSteps>(arguments); });
  EXPECT_EQ(memory, job.expected);
}

TEST(MoveKernels, leave_the_words_of_the_model_on_every_mapping) {
  Pattern transpose = workload("transpose-naive", 16, 256);
  for (const char* mapping : {"identity", "pad", "random-shift", "xor-swizzle"}) {
    transpose.access.mapping = mapping;
    expect_right_moves<1>(transpose);
  }
  expect_right_moves<1>(workload("transpose-diagonal", 16, 256));
  Pattern permutation = workload("permute-conflict-free", 256, 256);
  permutation.access.permutation = "bit-reversal";
  expect_right_moves<2>(permutation);
}

template <AccessMode kMode, int kWords, int kCount>
void expect_right_accesses(Pattern pattern, std::uint32_t warps, std::uint32_t sub_cores) {
  constexpr std::size_t kThreads = 256;
  pattern.bits = 32 * kWords;
  const AccessJob job = access_job(pattern);
  const Numbers zeros(kMostZeros);
  Numbers result(kThreads * kWords, 0xdeadU);
  Numbers memory(job.words);
  HostClocks clocks(2, kThreads / 32);
  const AccessArguments arguments = {
      job.byte_address.data(), zeros.data(),  job.words,    warps, sub_cores, 2,
      clocks.stopwatch,        result.data(), memory.data()};
  run_block(kThreads, [&] { access_kernel<kMode, kWords, kCount>(arguments); });
  std::uint32_t at_work = 0;
  for (std::uint32_t warp = 0; warp < kThreads / 32; ++warp) {
    const bool works = result[std::size_t{warp} * 32 * kWords] != 0xdeadU;
    EXPECT_EQ(works, clocks.end[warp] != 0);
    if (!works) continue;
    ++at_work;
    EXPECT_LT(warp % 4, sub_cores);
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const std::uint32_t own = job.byte_address[lane];
      for (int i = 0; i < kWords; ++i) {
        const bool sums = kMode == AccessMode::kQueuedRead;
        const bool beside = kMode == AccessMode::kChainedRead && i > 0;
        const std::uint32_t times = sums ? kCount * kQueues : beside ? kCount : 1;
        ASSERT_EQ(result[(std::size_t{warp} * 32 + lane) * kWords + i],
                  times * word_of_element(own, i));
        const std::uint32_t base = kMode == AccessMode::kChainedRead && i == 0 ? kSharedBase : 0;
        ASSERT_EQ(memory[own / 4 + i], base + word_of_element(own, i));
      }
    }
  }
  EXPECT_EQ(at_work, warps);
}

TEST(AccessKernels, read_and_write_the_words_of_the_pattern_by_as_many_warps_as_asked) {
  std::vector<Pattern> patterns(3);
  patterns[0].access = {AccessKind::kConflict, 5, 0, 1, 1, "", 0, "", ""};
  patterns[1].access = {AccessKind::kMerge, 3, 0, 1, 1, "", 0, "", ""};
  patterns[2].access = {AccessKind::kUniform, 1, 1024, 1, 9, "", 0, "", ""};
  for (const Pattern& p : patterns) {
    expect_right_accesses<AccessMode::kChainedRead, 1, 4>(p, 1, 1);
    expect_right_accesses<AccessMode::kChainedRead, 4, 4>(p, 1, 1);
    expect_right_accesses<AccessMode::kChainedWriteRead, 2, 4>(p, 1, 1);
    expect_right_accesses<AccessMode::kQueuedRead, 1, 16>(p, 2, 1);
    expect_right_accesses<AccessMode::kQueuedRead, 2, 8>(p, 8, 4);
    expect_right_accesses<AccessMode::kQueuedRead, 4, 4>(p, 3, 2);
    expect_right_accesses<AccessMode::kQueuedWrite, 4, 8>(p, 6, 3);
  }
}

}  // namespace
}  // namespace superwarp
