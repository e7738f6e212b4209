// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace superwarp::gpu {

/// The operation of a wave's instruction on shared memory.
enum class Operation : std::uint8_t {
  kRead,
  kWrite,
  kAtomic,       ///< reads and writes the word of every lane
  kCount,        ///< an atomic that adds the number of lanes (POPC.INC)
  kMatrixRead,   ///< ldmatrix: lane i gives the address of row i, 16 bytes
  kMatrixWrite,  ///< stmatrix
};
inline constexpr std::size_t kOperations = 6;

constexpr bool is_atomic(Operation operation) {
  return operation == Operation::kAtomic || operation == Operation::kCount;
}
constexpr bool is_matrix(Operation operation) {
  return operation == Operation::kMatrixRead || operation == Operation::kMatrixWrite;
}
/// Only writes.
constexpr bool is_store(Operation operation) {
  return operation == Operation::kWrite || operation == Operation::kMatrixWrite;
}

/// "read", "write", "atomic", "count", "matrix-read", "matrix-write".
std::string name_of(Operation operation);
const std::vector<std::string>& operation_names();

/// The address of a lane that requests nothing.
inline constexpr std::uint64_t kIdle = ~std::uint64_t{0};

/// One instruction of one wave.
struct Access {
  Operation operation = Operation::kRead;
  std::uint32_t bytes = 4;             ///< of a lane: 1, 2, 4, 8, 16
  std::vector<std::uint64_t> address;  ///< in bytes, a multiple of `bytes`, one for each lane
};

}  // namespace superwarp::gpu
