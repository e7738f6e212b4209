#include "sim/congestion/monte_carlo.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace superwarp::congestion {
namespace {

constexpr unsigned kMaxJobs = 1024;

// Joins its threads on every way out, so that none outlives the data it works on.
class ThreadGroup {
 public:
  explicit ThreadGroup(std::atomic<bool>& stop) : stop_(stop) {}
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;
  ~ThreadGroup() {
    stop_ = true;  // reached with threads running only when an exception passes
    join();
  }

  template <typename Work>
  void start(Work work) {
    threads_.emplace_back(work);
  }

  void join() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  std::atomic<bool>& stop_;
  std::vector<std::thread> threads_;
};

void check(const MonteCarloOptions& options) {
  if (options.rounds < 1) throw std::invalid_argument("congestion: rounds must be at least 1");
  if (options.jobs < 1 || options.jobs > kMaxJobs) {
    throw std::invalid_argument("congestion: jobs must be 1..1024, not " +
                                std::to_string(options.jobs));
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

  // Everything that can fail is allocated here: an exception could not leave a thread.
  std::vector<BlockWorkspace> workspaces(jobs, BlockWorkspace(plan));
  std::atomic<std::uint64_t> next_block{0};
  std::atomic<std::uint64_t> rounds_done{0};
  std::atomic<bool> stop{false};

  // Simulates one block that nobody has taken yet; false if there is none.
  const auto one_block = [&](BlockWorkspace& workspace) {
    const std::uint64_t block = next_block++;
    if (stop || block >= blocks) return false;
    const std::uint64_t first = block * BlockPlan::kBlockRounds;
    const std::uint64_t rounds = std::min(BlockPlan::kBlockRounds, options.rounds - first);
    simulate_block(plan, options.seed, block, rounds, options.path, workspace);
    rounds_done += rounds;
    return true;
  };

  ThreadGroup threads(stop);
  for (std::size_t job = 1; job < jobs; ++job) {
    threads.start([&one_block, &workspace = workspaces[job]] {
      while (one_block(workspace)) {
      }
    });
  }
  while (one_block(workspaces[0])) {
    if (options.progress) options.progress(rounds_done);
  }
  threads.join();
  if (options.progress) options.progress(options.rounds);

  Histogram result;
  for (BlockWorkspace& workspace : workspaces) result.merge(Histogram(std::move(workspace.counts)));
  return result;
}

}  // namespace superwarp::congestion
