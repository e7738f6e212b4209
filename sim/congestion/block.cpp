// SPDX-License-Identifier: Apache-2.0
#include "sim/congestion/block.h"

#include <algorithm>
#include <array>

#include "language/log2.h"
#include "sim/congestion/generator.h"
#include "sim/model/random.h"

namespace superwarp::congestion {
namespace {

constexpr std::size_t kLineBytes = 64;   // made by the wide generator in a step
constexpr std::size_t kLineChunks = 32;  // 16-bit draws in them

// The key includes the cell, so that a table's cells with one seed are independent.
std::uint64_t block_key(const CongestionCell& cell, std::uint64_t seed, std::uint64_t block) {
  std::uint64_t key = model::mix64(seed + 0x9e3779b97f4a7c15u);
  key = model::extend_key(key, (std::uint64_t{cell.width} << 32) | cell.super_warp);
  key = model::extend_key(key, cell.size);
  return model::extend_key(key, block);
}

// One flag per address costs a pass over n bytes per round, which pays for small memories, where
// requests often coincide. Sums of flags must fit in a byte.
bool use_map(const CongestionCell& cell) {
  const std::uint64_t most = std::min<std::uint64_t>(cell.rows(), cell.requests());
  return most <= 255 &&
         cell.size <= std::min<std::uint64_t>(65536, std::uint64_t{32} * cell.requests());
}

unsigned shift_of(std::uint32_t bound) {
  const unsigned bits = ceil_log2(bound);
  return (std::uint32_t{1} << bits) == bound && bits < 16 ? 16 - bits : 0;
}

// Simulates s w requests with independent addresses, uniform in [0, n). Congestion is the largest
// number of distinct addresses in one bank. Two methods give exactly this law:
//
// Map (small n): every address is drawn and flagged; the flags of each bank are summed.
//
// Counters (large n): address = row * w + bank, so a uniform address is a uniform bank and an
// independent uniform row. The bank of every request is drawn and counted. The rows of a bank's
// requests are drawn only when the bank is examined (deferred decision: the time of a draw does not
// change its law). Banks are examined in falling order of requests, until no other bank has more
// requests than the distinct addresses already found in one bank. This is nearly always after one
// bank.

using BankCounts = std::array<std::int16_t, CongestionCell::kMaxWidth>;  // <= 4096 requests

// Reads eight draws before the first use: the compiler cannot rule out that the uses change draws.
template <typename Use>
SUPERWARP_INLINE void for_each_draw(const std::uint16_t* draw, unsigned count, const Use& use) {
  unsigned i = 0;
  for (; i + 8 <= count; i += 8) {
    const std::uint16_t d0 = draw[i], d1 = draw[i + 1], d2 = draw[i + 2], d3 = draw[i + 3];
    const std::uint16_t d4 = draw[i + 4], d5 = draw[i + 5], d6 = draw[i + 6], d7 = draw[i + 7];
    use(d0), use(d1), use(d2), use(d3), use(d4), use(d5), use(d6), use(d7);
  }
  for (; i < count; ++i) use(draw[i]);
}

SUPERWARP_INLINE unsigned largest(const BankCounts& counts, unsigned width) {
  std::int16_t most = 0;
  for (unsigned bank = 0; bank < width; ++bank) most = std::max(most, counts[bank]);
  return static_cast<unsigned>(most);
}

// Draws the rows of `requests` requests of one bank; returns the number of distinct ones.
SUPERWARP_INLINE unsigned draw_distinct_rows(Xoshiro256& generator, std::uint32_t rows,
                                             unsigned requests) {
  std::array<std::uint32_t, std::size_t{CongestionCell::kMaxWidth} * CongestionCell::kMaxSuperWarp>
      row;
  unsigned equal_pairs = 0;
  for (unsigned i = 0; i < requests; ++i) {
    row[i] = generator.below(rows);
    for (unsigned j = 0; j < i; ++j) equal_pairs += row[j] == row[i];
  }
  if (equal_pairs == 0) return requests;
  std::sort(row.begin(), row.begin() + requests);
  return static_cast<unsigned>(std::unique(row.begin(), row.begin() + requests) - row.begin());
}

// The rare rest of a round: the first bank with `most` requests had only `best` distinct addresses.
__attribute__((noinline)) unsigned examine_more(Xoshiro256& generator, const BlockPlan& plan,
                                                BankCounts& counts, unsigned most, unsigned best) {
  const auto end = counts.begin() + plan.cell.width;
  for (;;) {
    *std::find(counts.begin(), end, static_cast<std::int16_t>(most)) = 0;  // examined
    most = largest(counts, plan.cell.width);
    if (most <= best) return best;
    best = std::max(best, draw_distinct_rows(generator, plan.rows, most));
  }
}

SUPERWARP_INLINE unsigned count_round(const std::uint16_t* banks, const BlockPlan& plan,
                                      Xoshiro256& generator, BankCounts& counts) {
  counts.fill(0);
  for_each_draw(banks, plan.requests, [&counts](std::uint16_t bank) { ++counts[bank]; });
  const unsigned most = largest(counts, plan.cell.width);
  const unsigned best = draw_distinct_rows(generator, plan.rows, most);
  return best == most ? most : examine_more(generator, plan, counts, most, best);
}

// Sums the flags of each bank and returns the largest sum. Addresses of one bank are a multiple of
// w apart. So flags at distance `stride`, a multiple of w that fills a vector, are added first, and
// then the columns of equal banks.
SUPERWARP_INLINE unsigned map_congestion(const std::uint8_t* requested, const BlockPlan& plan) {
  std::array<std::uint8_t, 6 * kLineBytes> column{};
  for (std::size_t first = 0; first < plan.stride; first += kLineBytes) {
    std::array<std::uint8_t, kLineBytes> sum{};
    for (std::size_t at = first; at < plan.cell.size; at += plan.stride) {
      for (std::size_t i = 0; i < kLineBytes; ++i) {
        sum[i] = static_cast<std::uint8_t>(sum[i] + requested[at + i]);
      }
    }
    std::copy(sum.begin(), sum.end(), column.begin() + first);
  }
  const unsigned width = plan.cell.width;
  for (std::size_t from = width; from < plan.stride; from += width) {
    for (unsigned bank = 0; bank < width; ++bank) {
      column[bank] = static_cast<std::uint8_t>(column[bank] + column[from + bank]);
    }
  }
  std::uint8_t most = 0;
  for (unsigned bank = 0; bank < width; ++bank) most = std::max(most, column[bank]);
  return most;
}

SUPERWARP_INLINE unsigned map_round(const std::uint16_t* addresses, const BlockPlan& plan,
                                    std::uint8_t* requested) {
  std::fill_n(requested, plan.cell.size, std::uint8_t{0});
  for_each_draw(addresses, plan.requests,
                [requested](std::uint16_t address) { requested[address] = 1; });
  return map_congestion(requested, plan);
}

template <std::size_t kVectorBytes>
SUPERWARP_INLINE void simulate(const BlockPlan& plan, std::uint64_t key, std::uint64_t rounds,
                               BlockWorkspace& workspace) {
  WideGenerator<kVectorBytes> wide(key);
  Xoshiro256 generator(key, 32);  // words 0..31 are the wide generator's
  BankCounts counts;
  std::uint16_t* const draws = workspace.draws.data();
  while (rounds > 0) {
    const std::uint64_t now = std::min<std::uint64_t>(rounds, plan.fill_rounds);
    if (plan.shift != 0) {
      draw_power_of_two(wide, plan.shift, now * plan.requests, draws);
    } else {
      draw_below(wide, plan.bound, now * plan.requests, draws);
    }
    for (std::uint64_t round = 0; round < now; ++round) {
      const std::uint16_t* const mine = draws + round * plan.requests;
      const unsigned congestion = plan.map ? map_round(mine, plan, workspace.requested.data())
                                           : count_round(mine, plan, generator, counts);
      ++workspace.counts[congestion];
    }
    rounds -= now;
  }
}

#if defined(SUPERWARP_X86_PATHS)
// The same code for another instruction set.
__attribute__((target("avx2"))) void simulate_avx2(const BlockPlan& plan, std::uint64_t key,
                                                   std::uint64_t rounds,
                                                   BlockWorkspace& workspace) {
  simulate<32>(plan, key, rounds, workspace);
}
#endif

}  // namespace

BlockPlan::BlockPlan(const CongestionCell& the_cell) : cell(the_cell) {
  validate(cell);
  requests = cell.requests();
  rows = static_cast<std::uint32_t>(cell.rows());
  map = use_map(cell);
  bound = map ? static_cast<std::uint32_t>(cell.size) : cell.width;
  shift = shift_of(bound);
  stride = (kLineBytes + cell.width - 1) / cell.width * cell.width;
  fill_rounds = std::max<std::size_t>(1, 4096 / requests);
}

BlockWorkspace::BlockWorkspace(const BlockPlan& plan)
    : draws(plan.fill_rounds * plan.requests + kLineChunks),
      requested(plan.map ? plan.cell.size + 2 * plan.stride + kLineBytes : 0),
      counts(plan.requests + std::size_t{1}) {}

void simulate_block(const BlockPlan& plan, std::uint64_t seed, std::uint64_t block,
                    std::uint64_t rounds, SimdPath path, BlockWorkspace& workspace) {
  const std::uint64_t key = block_key(plan.cell, seed, block);
#if defined(SUPERWARP_X86_PATHS)
  if (path == SimdPath::kAvx2) return simulate_avx2(plan, key, rounds, workspace);
#endif
  (void)path;  // other processors have only one
  simulate<16>(plan, key, rounds, workspace);
}

}  // namespace superwarp::congestion
