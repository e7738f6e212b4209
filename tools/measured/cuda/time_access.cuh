// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tools/measured/cuda/job.h"
#include "tools/measured/cuda/results.cuh"
#include "tools/measured/cuda/shared_access.cuh"

/// \file
/// Runs the access kernel in two lengths and checks the results.

namespace superwarp::cuda {

constexpr std::uint32_t kBlock = 1024;
constexpr std::uint32_t kWarpsOfBlock = kBlock / 32;

/// Is this one of the threads that access?
template <class Job>
bool works(const Job& job, std::uint32_t thread) {
  const std::uint32_t warp = thread / 32;
  return warp % 4 < job.sub_cores && warp / 4 * job.sub_cores + warp % 4 < job.warps;
}

/// Are the words of the active warps' threads and those in memory right?
template <AccessMode kMode, int kWords, int kCount>
bool right_words(const AccessJob& job, const std::vector<std::uint32_t>& result,
                 const std::vector<std::uint32_t>& memory) {
  std::uint32_t at_work = 0;
  for (std::uint32_t thread = 0; thread < kBlock; ++thread) {
    if (!works(job, thread)) continue;
    ++at_work;
    const std::uint32_t own = job.byte_address[thread % 32];
    for (int i = 0; i < kWords; ++i) {
      const std::uint32_t sum = elements_held(kMode, kCount) * word_of_element(own, i);
      if (result[thread * kWords + i] != sum) return false;
      // A chain of reads leaves the window's address in its first word.
      const bool own_word = i == 0 && kMode == AccessMode::kChainedRead;
      if (!own_word && memory[own / 4 + i] != word_of_element(own, i)) return false;
    }
  }
  return at_work == job.warps * 32;
}

template <AccessMode kMode, int kWords, int kCount>
KernelRun run_access(const AccessJob& job, std::uint32_t repetitions) {
  const DeviceMemory<std::uint32_t> address(job.byte_address);
  const DeviceMemory<std::uint32_t> result(kBlock * kWords);
  const DeviceMemory<std::uint32_t> memory(job.words);
  const Clocks clocks(repetitions, kWarpsOfBlock);
  const AccessArguments arguments = {address.get(), job.words,          job.warps,    job.sub_cores,
                                     repetitions,   clocks.stopwatch(), result.get(), memory.get()};
  access_kernel<kMode, kWords, kCount><<<1, kBlock, shared_bytes(job.words, kBlock)>>>(arguments);
  finish("access_kernel");
  return {clocks.elapsed(),
          right_words<kMode, kWords, kCount>(job, result.values(), memory.values())};
}

/// Times a pattern by two lengths.
template <AccessMode kMode, int kWords>
Timing time_access(const AccessJob& job, std::uint32_t repetitions) {
  constexpr bool kQueued = kMode == AccessMode::kQueuedRead || kMode == AccessMode::kQueuedWrite;
  constexpr int kCount = kQueued ? queue_length(kWords) : kChain;
  const KernelRun longer = run_access<kMode, kWords, kCount>(job, repetitions);
  const KernelRun shorter = run_access<kMode, kWords, kCount / 2>(job, repetitions);
  const double accesses = kQueued ? kCount / 2.0 * kQueues * job.warps : kCount / 2.0;
  return {difference(longer.cycles, shorter.cycles, accesses), longer.correct && shorter.correct};
}

template <int kWords>
Timing time_access(const AccessJob& job, std::uint32_t repetitions) {
  if (job.chained && job.op == crosscheck::AccessOp::kRead)
    return time_access<AccessMode::kChainedRead, kWords>(job, repetitions);
  if (job.chained) return time_access<AccessMode::kChainedWriteRead, kWords>(job, repetitions);
  if (job.op == crosscheck::AccessOp::kRead)
    return time_access<AccessMode::kQueuedRead, kWords>(job, repetitions);
  return time_access<AccessMode::kQueuedWrite, kWords>(job, repetitions);
}

}  // namespace superwarp::cuda
