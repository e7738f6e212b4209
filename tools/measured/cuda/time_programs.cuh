// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tools/measured/cuda/job.h"
#include "tools/measured/cuda/programs.cuh"
#include "tools/measured/cuda/results.cuh"

/// \file
/// Runs the kernels of moves and sums and checks the results.

namespace superwarp::cuda {

template <int kSteps>
KernelRun run_moves(const MoveJob& job, std::uint32_t repetitions) {
  std::vector<std::uint32_t> source;
  std::vector<std::uint32_t> target;
  for (const MoveJob::Step& step : job.steps) {
    source.insert(source.end(), step.source.begin(), step.source.end());
    target.insert(target.end(), step.target.begin(), step.target.end());
  }
  const DeviceMemory<std::uint32_t> sources(source);
  const DeviceMemory<std::uint32_t> targets(target);
  const DeviceMemory<std::uint32_t> initial(job.initial);
  const DeviceMemory<std::uint32_t> memory(job.initial.size());
  const Clocks clocks(repetitions, job.threads / 32);
  const auto words = static_cast<std::uint32_t>(job.initial.size());
  const MoveArguments arguments = {sources.get(), targets.get(),      initial.get(), words,
                                   repetitions,   clocks.stopwatch(), memory.get()};
  move_kernel<kSteps><<<1, job.threads, shared_bytes(words, job.threads)>>>(arguments);
  finish("move_kernel");
  return {clocks.elapsed(), memory.values() == job.expected};
}

inline KernelRun run_all_moves(const MoveJob& job, std::uint32_t repetitions) {
  static_assert(MoveJob::kMostSteps == 4, "a case for every number of steps");
  switch (job.steps.size()) {
    case 1:
      return run_moves<1>(job, repetitions);
    case 2:
      return run_moves<2>(job, repetitions);
    case 3:
      return run_moves<3>(job, repetitions);
    case 4:
      return run_moves<4>(job, repetitions);
    default:
      throw std::runtime_error("no kernel for this number of steps");
  }
}

inline bool sums_are_right(const SumJob& job, const std::vector<std::uint32_t>& memory) {
  for (std::size_t i = 0; i < job.expected.size(); ++i) {
    if (memory[job.expected_at[i]] != job.expected[i]) return false;
  }
  return !job.expected.empty();
}

template <SumAlgorithm kAlgorithm, bool kShared, bool kEmpty>
KernelRun run_sum(const SumJob& job, std::uint32_t repetitions) {
  const DeviceMemory<std::uint32_t> initial(job.initial);
  const DeviceMemory<std::uint32_t> memory(job.initial.size());
  const Clocks clocks(repetitions, job.threads / 32);
  const auto words = static_cast<std::uint32_t>(job.initial.size());
  const SumArguments arguments = {initial.get(), words, job.size, repetitions, clocks.stopwatch(), memory.get()};
  const std::size_t bytes = shared_bytes(kShared ? words : 0, job.threads);
  sum_kernel<kAlgorithm, kShared, kEmpty><<<1, job.threads, bytes>>>(arguments);
  finish("sum_kernel");
  return {clocks.elapsed(), sums_are_right(job, memory.values())};
}

template <SumAlgorithm kAlgorithm, bool kShared>
Timing time_sum(const SumJob& job, std::uint32_t repetitions) {
  const KernelRun whole = run_sum<kAlgorithm, kShared, false>(job, repetitions);
  const KernelRun empty = run_sum<kAlgorithm, kShared, true>(job, repetitions);
  return {difference(whole.cycles, empty.cycles, 1), whole.correct};
}

template <SumAlgorithm kAlgorithm>
Timing time_sum(const SumJob& job, std::uint32_t repetitions) {
  return job.memory == crosscheck::GpuMemory::kShared ? time_sum<kAlgorithm, true>(job, repetitions)
                                                      : time_sum<kAlgorithm, false>(job, repetitions);
}

}  // namespace superwarp::cuda
