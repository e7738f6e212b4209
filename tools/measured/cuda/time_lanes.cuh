// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tools/measured/cuda/lanes_access.cuh"
#include "tools/measured/cuda/lanes_job.h"
#include "tools/measured/cuda/results.cuh"
#include "tools/measured/cuda/time_access.cuh"

/// \file
/// Runs the kernel of listed lanes in two lengths and checks the results.

namespace superwarp::cuda {

template <class Timed, int kCount>
KernelRun run_lanes(const LanesJob& job, std::uint32_t repetitions) {
  const LanesWords words = lanes_words(job, kCount * kQueues * repetitions);
  const DeviceMemory<std::uint32_t> address(job.byte_address);
  const std::vector<std::uint32_t> rank = ranks(job, Timed::kWarp);
  const auto lanes =
      static_cast<std::uint32_t>(rank.size() - std::count(rank.begin(), rank.end(), kIdle));
  const DeviceMemory<std::uint32_t> ranks_there(rank);
  const DeviceMemory<std::uint32_t> element(words.element);
  const DeviceMemory<std::uint32_t> initial(words.initial);
  const DeviceMemory<std::uint32_t> result(kBlock * Timed::kWords);
  const DeviceMemory<std::uint32_t> memory(job.words);
  const Clocks clocks(repetitions, kWarpsOfBlock);
  const LanesArguments arguments = {address.get(),
                                    element.get(),
                                    initial.get(),
                                    ranks_there.get(),
                                    lanes,
                                    job.words,
                                    job.warps,
                                    job.sub_cores,
                                    repetitions,
                                    1,
                                    0,
                                    clocks.stopwatch(),
                                    result.get(),
                                    memory.get()};
  lanes_kernel<Timed, kCount><<<1, kBlock, shared_bytes(job.words, kBlock)>>>(arguments);
  finish("lanes_kernel");
  bool correct = memory.values() == words.memory;
  const std::vector<std::uint32_t> returned = result.values();
  for (std::uint32_t thread = 0; thread < kBlock && !words.returned.empty(); ++thread) {
    if (!works(job, thread) || rank[thread % 32] == kIdle) continue;
    for (int i = 0; i < Timed::kWords; ++i) {
      const std::uint32_t one = words.returned[thread % 32 * Timed::kWords + i];
      correct = correct && returned[thread * Timed::kWords + i] == kCount * one;
    }
  }
  return {clocks.elapsed(), correct};
}

template <class Timed>
Timing time_lanes(const LanesJob& job, std::uint32_t repetitions) {
  constexpr int kCount = queue_length(Timed::kWords);
  const KernelRun longer = run_lanes<Timed, kCount>(job, repetitions);
  const KernelRun shorter = run_lanes<Timed, kCount / 2>(job, repetitions);
  return {difference(longer.cycles, shorter.cycles, kCount / 2.0 * kQueues * job.warps),
          longer.correct && shorter.correct};
}

/// The instruction of a job.
inline Timing time_lanes(const LanesJob& job, std::uint32_t repetitions) {
  using gpu::Operation;
  const auto is = [&](Operation operation, std::uint32_t words) {
    return job.operation == operation && job.words_a_lane == words;
  };
  if (is(Operation::kRead, 1)) return time_lanes<Load<1>>(job, repetitions);
  if (is(Operation::kRead, 2)) return time_lanes<Load<2>>(job, repetitions);
  if (is(Operation::kRead, 4)) return time_lanes<Load<4>>(job, repetitions);
  if (is(Operation::kWrite, 1)) return time_lanes<Store<1>>(job, repetitions);
  if (is(Operation::kWrite, 2)) return time_lanes<Store<2>>(job, repetitions);
  if (is(Operation::kWrite, 4)) return time_lanes<Store<4>>(job, repetitions);
  if (is(Operation::kCount, 1)) return time_lanes<Count>(job, repetitions);
  if (is(Operation::kMatrixRead, 1)) return time_lanes<MatrixLoad<1>>(job, repetitions);
  if (is(Operation::kMatrixRead, 2)) return time_lanes<MatrixLoad<2>>(job, repetitions);
  if (is(Operation::kMatrixRead, 4)) return time_lanes<MatrixLoad<4>>(job, repetitions);
  if (is(Operation::kMatrixWrite, 1)) return time_lanes<MatrixStore<1>>(job, repetitions);
  if (is(Operation::kMatrixWrite, 2)) return time_lanes<MatrixStore<2>>(job, repetitions);
  if (is(Operation::kMatrixWrite, 4)) return time_lanes<MatrixStore<4>>(job, repetitions);
  if (is(Operation::kAtomic, 1)) {
    return job.drops_result ? time_lanes<Add<false>>(job, repetitions)
                            : time_lanes<Add<true>>(job, repetitions);
  }
  if (is(Operation::kAtomic, 2)) {
    return job.drops_result ? time_lanes<Exchange<false>>(job, repetitions)
                            : time_lanes<Exchange<true>>(job, repetitions);
  }
  throw std::invalid_argument("no instruction accesses the lanes in this way");
}

}  // namespace superwarp::cuda
