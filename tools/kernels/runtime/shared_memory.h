// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace superwarp::record {

/// The shared memory of the block that runs. All static arrays of a program lie in one section of
/// the process; in a launch those that the kernel uses are laid out from 0 on, in the order of
/// first use, as a compiler for GPUs lays out a kernel's arrays.
class SharedMemory {
 public:
  SharedMemory();

  [[nodiscard]] bool contains(std::uintptr_t address) const {
    return address - begin_ < end_ - begin_;
  }

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

  std::uintptr_t begin_;
  std::uintptr_t end_;
  std::vector<Array> arrays_;  ///< by address
  Array* last_ = nullptr;      ///< found last
  std::size_t next_ = 0;       ///< first free byte
  std::size_t static_ = 0;
  std::size_t dynamic_ = 0;  ///< bytes, if it is used
};

}  // namespace superwarp::record
