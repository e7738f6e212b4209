// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/gpu/access.h"
#include "tools/measured/measurement.h"

/// \file
/// A pattern's inputs for the GPU, and its results. The host computes the addresses with the
/// project's own code, so the models count exactly the GPU's accesses.

namespace superwarp::cuda {

/// The address of a thread that is idle in a step.
inline constexpr std::uint32_t kIdle = 0xffffffffU;

/// One instruction of a warp on shared memory, repeated.
struct AccessJob {
  gpu::Operation operation = gpu::Operation::kRead;
  bool drops_result = false;       ///< of an atomic
  bool chained = false;            ///< a read waits for the one before, a write is read; else they queue
  std::uint32_t words_a_lane = 1;  ///< registers of a lane; of ldmatrix and stmatrix, matrices
  std::uint32_t warps = 1;
  std::uint32_t sub_cores = 1;
  std::uint32_t words = 0;                  ///< of shared memory
  std::vector<std::uint32_t> byte_address;  ///< of the lanes of a warp; kIdle: none
};

/// The contents of memory and registers before and after. Of a chain of reads, the first word of
/// each lane is its byte address.
struct AccessWords {
  std::vector<std::uint32_t> initial;   ///< shared memory
  std::vector<std::uint32_t> element;   ///< registers, lane by lane
  std::vector<std::uint32_t> memory;    ///< shared memory after
  std::vector<std::uint32_t> returned;  ///< registers after; empty: not determined
};

/// Moves of words in shared memory: in every step thread i moves the word at source[i] to
/// target[i]; a barrier of the block follows.
struct MoveJob {
  struct Step {
    std::vector<std::uint32_t> source;  ///< word addresses, by thread; kIdle: none
    std::vector<std::uint32_t> target;
  };
  std::uint32_t threads = 0;
  std::vector<Step> steps;              ///< at most kMostSteps
  std::vector<std::uint32_t> initial;   ///< the memory before
  std::vector<std::uint32_t> expected;  ///< the memory after
  static constexpr std::size_t kMostSteps = 4;
};

/// The sums of the sum/prefix-sums chapter.
enum class SumAlgorithm : std::uint8_t { kSum, kSimplePrefix, kOptimalPrefix };

struct SumJob {
  SumAlgorithm algorithm = SumAlgorithm::kSum;
  crosscheck::GpuMemory memory = crosscheck::GpuMemory::kShared;
  std::uint32_t size = 0;                  ///< n, a power of two
  std::uint32_t threads = 0;               ///< n / 2
  std::vector<std::uint32_t> initial;      ///< the memory before
  std::vector<std::uint32_t> expected;     ///< the promised words
  std::vector<std::uint32_t> expected_at;  ///< their addresses
};

/// Cycles of one pattern, repetition by repetition.
struct Timing {
  std::vector<double> cycles;
  bool correct = false;  ///< all resulting words are right
};

/// Jobs of patterns. Each throws std::invalid_argument for a pattern of another kind, and for lanes
/// of no instruction that CUDA has.
AccessJob access_job(const crosscheck::Pattern& pattern);
MoveJob move_job(const crosscheck::Pattern& pattern);
SumJob sum_job(const crosscheck::Pattern& pattern);

/// Is the pattern a workload that only moves words? Is it one of the sums?
bool is_move(const crosscheck::Pattern& pattern);
bool is_sum(const crosscheck::Pattern& pattern);

/// The lanes that take part, numbered from 0, those with an address or all; kIdle: it does not.
std::vector<std::uint32_t> ranks(const AccessJob& job, bool all);

/// For `issued` instructions of every warp.
AccessWords access_words(const AccessJob& job, std::uint32_t issued);

}  // namespace superwarp::cuda
