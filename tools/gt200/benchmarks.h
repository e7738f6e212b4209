// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/coalescing.h"
#include "model/machine/program.h"

/// \file
/// The access patterns of the two benchmarks of the GT200 paper, Sections IV and V.

namespace superwarp::gt200 {

inline constexpr std::uint32_t kGt200Warp = 32;   ///< threads of a warp, Table 1's N_t
inline constexpr std::uint32_t kGt200Banks = 16;  ///< Section III

/// The first element that thread t of a warp reads in Algorithm 1, floor(t/S)*S*32 + t mod S. Its
/// other 31 elements follow at distance S.
///
/// For strides S of 1 and 32 this is the text's definition; for 2, 4, 8 and 16, which the text does
/// not define, it is a *reconstruction*. Throws std::invalid_argument for other strides.
std::uint32_t algorithm_1_start(std::uint32_t thread, std::uint32_t stride);

/// The access of half-warp 0 or 1 of a warp in iteration 0 .. 31 of Algorithm 1, with elements of
/// `word_bytes` bytes and array A at byte 0.
HalfWarpAccess algorithm_1_access(std::uint32_t half_warp, std::uint32_t iteration,
                                  std::uint32_t stride, std::uint32_t word_bytes);

/// The shared-memory accesses of Algorithm 2 by one warp: in every round both half-warps write
/// B[ID * bank mod block]. The reads of A, in global memory, are not included.
class Algorithm2 final : public Program {
 public:
  /// `block` is the size of B in words, which the text does not give; bank is 0 .. 16 in the text.
  Algorithm2(std::uint32_t bank, std::uint32_t block, std::uint64_t iterations)
      : Program(kGt200Banks, kGt200Warp), bank_(bank), block_(block), iterations_(iterations) {}

  [[nodiscard]] std::uint64_t rounds() const override { return iterations_; }
  [[nodiscard]] std::uint64_t words() const override { return block_; }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address,
            Word* data) const override;

 private:
  std::uint32_t bank_;
  std::uint32_t block_;
  std::uint64_t iterations_;
};

/// Steps of one half-warp in Algorithm 2, for blocks that are a multiple of 256 words: gcd(bank,
/// 16), because the index is a multiple of `bank`; 1 for bank 0, where all threads access one word.
std::uint32_t algorithm_2_steps(std::uint32_t bank);

}  // namespace superwarp::gt200
