// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/monte_carlo.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace superwarp::congestion {
namespace {

constexpr unsigned kMaxJobs = 1024;

void check(const MonteCarloOptions& options) {
  if (options.rounds < 1) throw std::invalid_argument("congestion: rounds must be at least 1");
  if (options.jobs < 1 || options.jobs > kMaxJobs) {
    throw std::invalid_argument("congestion: jobs must be 1..1024, not " + std::to_string(options.jobs));
  }
  if (!simd_path_available(options.path)) {
    throw std::invalid_argument("congestion: this processor lacks the requested SIMD path");
  }
}

}  // namespace

Histogram simulate_congestion(const CongestionCell& cell, const MonteCarloOptions& options) {
  const BlockPlan plan(cell);
  check(options);
  const std::uint64_t blocks = (options.rounds - 1) / BlockPlan::kBlockRounds + 1;
  const auto jobs = static_cast<std::size_t>(std::min<std::uint64_t>(options.jobs, blocks));

  std::vector<BlockWorkspace> workspaces(jobs, BlockWorkspace(plan));
  std::atomic<std::uint64_t> next_block{0};
  std::atomic<std::uint64_t> rounds_done{0};
  std::atomic<bool> stop{false};

  // Simulates the next block; false if there is none.
  const auto one_block = [&](BlockWorkspace& workspace) {
    const std::uint64_t block = next_block++;
    if (stop || block >= blocks) return false;
    const std::uint64_t first = block * BlockPlan::kBlockRounds;
    const std::uint64_t rounds = std::min(BlockPlan::kBlockRounds, options.rounds - first);
    simulate_block(plan, options.seed, block, rounds, options.path, workspace);
    rounds_done += rounds;
    return true;
  };

  std::vector<std::future<void>> others;  // their destructors wait for the threads
  try {
    for (std::size_t job = 1; job < jobs; ++job) {
      others.push_back(std::async(std::launch::async, [&one_block, &workspace = workspaces[job]] {
        while (one_block(workspace)) {
        }
      }));
    }
    while (one_block(workspaces[0])) {
      if (options.progress) options.progress(rounds_done);
    }
  } catch (...) {
    stop = true;
    throw;
  }
  for (std::future<void>& other : others) other.get();
  if (options.progress) options.progress(options.rounds);

  Histogram result;
  for (BlockWorkspace& workspace : workspaces) result.merge(Histogram(std::move(workspace.counts)));
  return result;
}

}  // namespace superwarp::congestion
