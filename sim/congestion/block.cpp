#include "sim/congestion/block.h"

#include <algorithm>

#include "language/log2.h"
#include "sim/congestion/block_kernel.h"
#include "sim/model/random.h"

namespace superwarp::congestion {
namespace {

// The key names the cell as well: cells of one table that are run with one seed are independent of
// each other.
std::uint64_t block_key(const CongestionCell& cell, std::uint64_t seed, std::uint64_t block) {
  std::uint64_t key = model::mix64(seed + 0x9e3779b97f4a7c15u);
  key = model::extend_key(key, (std::uint64_t{cell.width} << 32) | cell.super_warp);
  key = model::extend_key(key, cell.size);
  return model::extend_key(key, block);
}

// One flag per address costs a pass over n bytes per round: worth it for small memories, where
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

}  // namespace

bool simd_path_available(SimdPath path) {
#if defined(SUPERWARP_X86_PATHS)
  if (path == SimdPath::kAvx2) return __builtin_cpu_supports("avx2") != 0;
#endif
  return path == SimdPath::kPortable;
}

SimdPath best_simd_path() {
  return simd_path_available(SimdPath::kAvx2) ? SimdPath::kAvx2 : SimdPath::kPortable;
}

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
  if (path == SimdPath::kAvx2) return simulate_block_avx2(plan, key, rounds, workspace);
#endif
  (void)path;  // elsewhere there is only one
  simulate_block_portable(plan, key, rounds, workspace);
}

}  // namespace superwarp::congestion
