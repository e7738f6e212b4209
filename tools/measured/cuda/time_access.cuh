// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tools/measured/cuda/access.cuh"
#include "tools/measured/cuda/job.h"
#include "tools/measured/cuda/results.cuh"

/// \file
/// Runs the access kernel in two lengths and checks the results.

namespace superwarp::cuda {

constexpr std::uint32_t kBlock = 1024;

template <class Timed, int kCount>
KernelRun run_access(const AccessJob& job, std::uint32_t repetitions) {
  const AccessWords words = access_words(job, kCount * kQueues<Timed> * repetitions);
  const DeviceMemory<std::uint32_t> address(job.byte_address);
  const std::vector<std::uint32_t> rank = ranks(job, Timed::kWarp);
  const auto lanes = static_cast<std::uint32_t>(rank.size() - std::count(rank.begin(), rank.end(), kIdle));
  const DeviceMemory<std::uint32_t> ranks_there(rank);
  const DeviceMemory<std::uint32_t> element(words.element);
  const DeviceMemory<std::uint32_t> initial(words.initial);
  const DeviceMemory<std::uint32_t> result(kBlock * Timed::kWords);
  const DeviceMemory<std::uint32_t> memory(job.words);
  const Clocks clocks(repetitions, kBlock / 32);
  const AccessArguments arguments = {address.get(),
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
  access_kernel<Timed, kCount><<<1, kBlock, shared_bytes(job.words, kBlock)>>>(arguments);
  finish("access_kernel");
  bool correct = memory.values() == words.memory;
  const std::vector<std::uint32_t> returned = result.values();
  for (std::uint32_t thread = 0; thread < kBlock && !words.returned.empty(); ++thread) {
    if (!takes_part(job, thread) || rank[thread % 32] == kIdle) continue;
    for (int i = 0; i < Timed::kWords; ++i) {
      const std::uint32_t one = words.returned[thread % 32 * Timed::kWords + i];
      correct = correct && returned[thread * Timed::kWords + i] == kHeld<Timed, kCount> * one;
    }
  }
  return {clocks.elapsed(), correct};
}

template <class Timed>
Timing time_instruction(const AccessJob& job, std::uint32_t repetitions) {
  constexpr int kCount = kLonger<Timed>;
  const KernelRun longer = run_access<Timed, kCount>(job, repetitions);
  const KernelRun shorter = run_access<Timed, kCount / 2>(job, repetitions);
  const double accesses = kCount / 2.0 * (Timed::kChained ? 1 : kQueues<Timed> * job.warps);
  return {difference(longer.cycles, shorter.cycles, accesses), longer.correct && shorter.correct};
}

template <template <int> class Timed>
Timing time_words(const AccessJob& job, std::uint32_t repetitions) {
  if (job.words_a_lane == 1) return time_instruction<Timed<1>>(job, repetitions);
  if (job.words_a_lane == 2) return time_instruction<Timed<2>>(job, repetitions);
  return time_instruction<Timed<4>>(job, repetitions);
}

template <template <bool> class Timed>
Timing time_atomic(const AccessJob& job, std::uint32_t repetitions) {
  return job.drops_result ? time_instruction<Timed<false>>(job, repetitions)
                          : time_instruction<Timed<true>>(job, repetitions);
}

/// The instruction of a job.
inline Timing time_access(const AccessJob& job, std::uint32_t repetitions) {
  switch (job.operation) {
    case gpu::Operation::kRead:
      return job.chained ? time_words<ChainedLoad>(job, repetitions) : time_words<Load>(job, repetitions);
    case gpu::Operation::kWrite:
      return job.chained ? time_words<WriteRead>(job, repetitions) : time_words<Store>(job, repetitions);
    case gpu::Operation::kMatrixRead:
      return time_words<MatrixLoad>(job, repetitions);
    case gpu::Operation::kMatrixWrite:
      return time_words<MatrixStore>(job, repetitions);
    case gpu::Operation::kCount:
      return time_instruction<Count>(job, repetitions);
    case gpu::Operation::kAtomic:
      return job.words_a_lane == 1 ? time_atomic<Add>(job, repetitions) : time_atomic<Exchange>(job, repetitions);
  }
  throw std::invalid_argument("no instruction accesses the lanes in this way");
}

}  // namespace superwarp::cuda
