// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/context/stack_context.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/// \file
/// What an address is: shared memory, constants, global memory, a thread's stack.

extern "C" {
extern char __start_superwarp_shared[];    // NOLINT: the linker's names
extern char __stop_superwarp_shared[];     // NOLINT
extern char __start_superwarp_constant[];  // NOLINT
extern char __stop_superwarp_constant[];   // NOLINT
extern char __data_start[];                // NOLINT
extern char _end[];                        // NOLINT
}

namespace superwarp::record {

/// Memory of cudaMalloc() lies in one region of this process at a fixed address, so that traces
/// are the same in every run.
inline constexpr std::uintptr_t kGlobalBegin = 0x200000000000;
inline constexpr std::uintptr_t kGlobalEnd = kGlobalBegin + (std::uintptr_t{1} << 36U);

inline bool in_range(std::uintptr_t address, const char* begin, const char* end) {
  return address >= reinterpret_cast<std::uintptr_t>(begin) && address < reinterpret_cast<std::uintptr_t>(end);
}

/// Shared memory of the block.
inline bool is_shared(std::uintptr_t address) {
  return in_range(address, __start_superwarp_shared, __stop_superwarp_shared);
}

/// Memory of cudaMalloc(), or a variable of the program that a GPU keeps there: no __constant__.
inline bool is_global(std::uintptr_t address) {
  return (address >= kGlobalBegin && address < kGlobalEnd) ||
         (in_range(address, __data_start, _end) &&
          !in_range(address, __start_superwarp_constant, __stop_superwarp_constant));
}

/// Either: not a stack, not the host's heap.
inline bool may_matter(std::uintptr_t address) { return address < kGlobalEnd; }

/// The shared memory of the block that runs. All static arrays of a program lie in one section of
/// the process; in a launch those that the kernel uses are laid out from 0 on, in the order of
/// first use, as a compiler for GPUs lays out a kernel's arrays.
class SharedMemory {
 public:
  SharedMemory();

  /// A launch begins; its blocks have `dynamic` bytes besides their arrays.
  void begin_launch(std::size_t dynamic);

  /// Where `bytes` bytes at `address` lie in the block's shared memory; nothing if they do not lie
  /// in one array.
  std::optional<std::uint32_t> offset(std::uintptr_t address, std::uint32_t bytes);

  /// Copies of the arrays' contents, for blocks that take turns.
  void save(std::vector<char>& image) const;
  void load(const std::vector<char>& image) const;

  /// Bytes up to the end of the arrays used in this launch, without the dynamic ones.
  [[nodiscard]] std::size_t static_bytes() const { return static_; }

 private:
  struct Array {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    std::int64_t offset = -1;  ///< -1: not used in this launch
    bool dynamic = false;
  };

  std::vector<Array> arrays_;  ///< by address
  Array* last_ = nullptr;      ///< found last
  std::size_t next_ = 0;       ///< first free byte
  std::size_t static_ = 0;
  std::size_t dynamic_ = 0;  ///< bytes, if it is used
};

/// Stacks of a process: each takes two of Linux's 65530 mappings.
inline constexpr std::size_t kMostThreads = 1024 * 24;

/// Allocates the stack of a thread, with a guard page below it. Stacks are kept for the life of the
/// process: threads go through block after block.
class PooledStack {
 public:
  boost::context::stack_context allocate();
  void deallocate(boost::context::stack_context& /*stack*/) noexcept {}
};

/// Does `address` lie in the guard page below a stack?
bool in_guard_page(std::uintptr_t address);

}  // namespace superwarp::record
