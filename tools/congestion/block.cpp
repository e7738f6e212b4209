// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/block.h"

#include <algorithm>
#include <array>

#include "model/reference/random.h"
#include "tools/congestion/generator.h"
#include "tools/congestion/split_rounds.h"

namespace superwarp::congestion {
namespace {

constexpr std::size_t kDraws = 4096;    // at a time
constexpr std::size_t kMoreDraws = 16;  // that draw_below() may write

// The key includes the cell, so that a table's cells with one seed are independent.
std::uint64_t block_key(const CongestionCell& cell, std::uint64_t seed, std::uint64_t block) {
  std::uint64_t key = model::mix64(seed + 0x9e3779b97f4a7c15u);
  key = model::extend_key(key, (std::uint64_t{cell.width} << 32) | cell.super_warp);
  key = model::extend_key(key, cell.size);
  return model::extend_key(key, block);
}

/// Rounds of a width or rows that are no powers of two, one by one: each request draws its bank.
/// Then banks with more requests than the distinct rows found so far in one bank draw their rows.
void draw_rounds(const BlockPlan& plan, std::uint64_t key, std::uint64_t rounds, BlockWorkspace& workspace) {
  WideGenerator wide(key);
  Xoshiro256 generator(key, 16);  // words 0..15 are the wide generator's
  const unsigned requests = plan.cell.requests();
  const std::uint64_t rows = plan.cell.rows();
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const std::uint64_t of_fill = round % plan.fill_rounds;
    if (of_fill == 0) {
      const std::uint64_t now = std::min<std::uint64_t>(rounds - round, plan.fill_rounds);
      draw_below(wide, plan.cell.width, now * requests, workspace.draws.data());
    }
    std::array<std::uint16_t, CongestionCell::kMaxWidth> in_bank{};
    const std::uint16_t* const banks = workspace.draws.data() + of_fill * requests;
    for (unsigned i = 0; i < requests; ++i) ++in_bank[banks[i]];
    unsigned congestion = 0;
    for (unsigned bank = 0; bank < plan.cell.width; ++bank) {
      if (in_bank[bank] <= congestion || rows == congestion) continue;
      unsigned distinct = 0;  // the next row is one of them with chance distinct / rows
      for (unsigned i = 0; i < in_bank[bank]; ++i) distinct += generator.below(rows) >= distinct ? 1 : 0;
      congestion = std::max(congestion, distinct);
    }
    ++workspace.counts[congestion];
  }
}

template <class Vectors>
inline void split_rounds(const BlockPlan& plan, std::uint64_t key, std::uint64_t rounds, BlockWorkspace& workspace) {
  SplitRounds<Vectors> together(plan.cell, key);
  for (std::uint64_t round = 0; round < rounds; round += together.kRounds) {
    RandomBytes congestion;
    together.simulate(congestion);
    const std::uint64_t now = std::min<std::uint64_t>(rounds - round, together.kRounds);
    for (std::uint64_t i = 0; i < now; ++i) ++workspace.counts[congestion[i]];
  }
}

#if defined(SUPERWARP_X86_PATHS)
// All that it calls becomes part of it, and has its instruction set.
SUPERWARP_AVX2 __attribute__((flatten)) void split_rounds_avx2(const BlockPlan& plan, std::uint64_t key,
                                                               std::uint64_t rounds, BlockWorkspace& workspace) {
  split_rounds<Avx2Vectors>(plan, key, rounds, workspace);
}
#endif

}  // namespace

BlockPlan::BlockPlan(const CongestionCell& the_cell) : cell(the_cell) {
  validate(cell);
  split = is_power_of_two(cell.width) && is_power_of_two(cell.rows());
  fill_rounds = std::max<std::size_t>(1, kDraws / cell.requests());
}

BlockWorkspace::BlockWorkspace(const BlockPlan& plan)
    : draws(plan.split ? 0 : plan.fill_rounds * plan.cell.requests() + kMoreDraws),
      counts(plan.cell.requests() + std::size_t{1}) {}

void simulate_block(const BlockPlan& plan, std::uint64_t seed, std::uint64_t block, std::uint64_t rounds, SimdPath path,
                    BlockWorkspace& workspace) {
  const std::uint64_t key = block_key(plan.cell, seed, block);
  if (!plan.split) return draw_rounds(plan, key, rounds, workspace);
#if defined(SUPERWARP_X86_PATHS)
  if (path != SimdPath::kPortable) return split_rounds_avx2(plan, key, rounds, workspace);
#endif
  (void)path;  // other processors have only one
  split_rounds<PlainVectors>(plan, key, rounds, workspace);
}

}  // namespace superwarp::congestion
