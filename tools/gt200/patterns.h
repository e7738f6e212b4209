// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/coalescing.h"
#include "model/machine/program.h"

/// \file
/// Accesses of half-warps: those of the two benchmarks of the GT200 paper, Sections IV and V, and
/// random ones, mixed to cover every case of the rules, of which access i depends only on i and the
/// seed. And what the coalescer makes of some.

namespace superwarp::gt200 {

inline constexpr std::uint32_t kGt200Warp = 32;   ///< threads of a warp, Table 1's N_t
inline constexpr std::uint32_t kGt200Banks = 16;  ///< Section III

/// The first element that thread t of a warp reads in Algorithm 1, floor(t/S)*S*32 + t mod S. Its
/// other 31 elements follow at distance S.
///
/// For strides S of 1 and 32 this is the text's definition; for 2, 4, 8 and 16, which the text does
/// not define, it is a *reconstruction*. Throws std::invalid_argument for other strides.
std::uint32_t algorithm_1_start(std::uint32_t thread, std::uint32_t stride);

/// Every access of a warp in Algorithm 1, iterations 0 .. 31 of both half-warps, with elements of
/// `word_bytes` bytes and array A at byte 0.
std::vector<HalfWarpAccess> algorithm_1_accesses(std::uint32_t stride, std::uint32_t word_bytes);

/// The shared-memory accesses of Algorithm 2 by one warp: in every round both half-warps write
/// B[ID * bank mod block]. The reads of A, in global memory, are not included.
class Algorithm2 final : public Program {
 public:
  /// `block` is the size of B in words, which the text does not give; bank is 0 .. 16 in the text.
  Algorithm2(std::uint32_t bank, std::uint32_t block, std::uint64_t iterations)
      : Program(kGt200Banks, kGt200Warp), bank_(bank), block_(block), iterations_(iterations) {}

  [[nodiscard]] std::uint64_t rounds() const override { return iterations_; }
  [[nodiscard]] std::uint64_t words() const override { return block_; }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const override;

 private:
  std::uint32_t bank_;
  std::uint32_t block_;
  std::uint64_t iterations_;
};

/// Steps of one half-warp in Algorithm 2, for blocks that are a multiple of 256 words: gcd(bank,
/// 16), because the index is a multiple of `bank`; 1 for bank 0, where all threads access one word.
std::uint32_t algorithm_2_steps(std::uint32_t bank);

/// Rounds of reads and writes of shared memory: 16 words of one bank, one word, a broadcast beside
/// conflicts, equal words in one bank, uniform words, strides; some threads inactive.
class RandomHalfWarps final : public Program {
 public:
  /// `half_warps` accesses a round on `width` banks, `rows` words in each (a power of two, at
  /// least `width`).
  RandomHalfWarps(std::uint64_t seed, std::uint32_t width, std::uint32_t half_warps, std::uint64_t rounds,
                  std::uint32_t rows)
      : Program(width, half_warps * width), seed_(seed), rounds_(rounds), rows_(rows) {}

  [[nodiscard]] std::uint64_t rounds() const override { return rounds_; }
  [[nodiscard]] std::uint64_t words() const override { return std::uint64_t{rows_} * width(); }
  Op access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const override;

 private:
  std::uint64_t seed_;
  std::uint64_t rounds_;
  std::uint32_t rows_;
};

/// Access `index` of global memory: words of every size; consecutive, at a stride, in a window of
/// one or a few segments, at one address, anywhere; some threads inactive.
HalfWarpAccess random_half_warp_access(std::uint64_t seed, std::uint64_t index);

/// The transactions that one engine made of some accesses to global memory.
struct Coalesced {
  std::vector<std::vector<Transaction>> transactions;  ///< of each access

  [[nodiscard]] std::uint64_t count() const;
  [[nodiscard]] std::uint64_t bytes() const;
};

}  // namespace superwarp::gt200
