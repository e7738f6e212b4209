// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace superwarp {

struct Machine;

inline constexpr std::uint32_t kMostMultiprocessors = 64;
inline constexpr std::uint32_t kUsualMultiprocessors = 4;

/// The name of a hierarchical machine, where the name of a kind is typed.
inline constexpr const char* kHierarchicalName = "hmm";

/// A hierarchical machine's multiprocessors and global memory (docs/spec/hierarchy.md).
struct Hierarchy {
  std::uint32_t multiprocessors = 1;  ///< d, 1 .. kMostMultiprocessors
  std::uint32_t latency = 7;          ///< l of the global memory
  std::uint64_t rows = 0;             ///< words in each bank of the global memory
};

/// Memory `number` of `machine` alone: the machine of a shared memory, or the global UMM.
Machine memory_of(const Machine& machine, std::uint32_t number);

}  // namespace superwarp
