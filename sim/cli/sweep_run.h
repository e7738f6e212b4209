// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/progress.h"
#include "sim/cli/sweep_plan.h"
#include "sim/cli/sweep_point.h"
#include "sim/cli/sweep_space.h"
#include "sim/evaluate/evaluation.h"
#include "sim/sweep/store.h"

namespace superwarp::cli {

/// What could not be done, and the command that shows it.
struct SweepFailure {
  std::uint64_t point = 0;
  std::string command;
  std::string error;
};

/// Does what is missing of a plan, into a store: what has no RTL in threads, the others one after
/// the other, on this process's one bench.
class SweepRun {
 public:
  SweepRun(const SweepSpace& space, const SweepPlan& plan, sweep::Store& store)
      : space_(space), plan_(plan), store_(store), next_(space.first) {}

  void work(std::uint64_t jobs);

  /// Points that were run now.
  [[nodiscard]] std::uint64_t computed() const { return computed_; }
  /// In the order of the space.
  [[nodiscard]] const std::vector<SweepFailure>& failures() const { return failures_; }

 private:
  using Clock = std::chrono::steady_clock;

  void guarded(evaluate::Evaluator& evaluator);
  void one(std::uint64_t number, bool rtl, SweepPoint& point, evaluate::Evaluator& evaluator);
  bool known(const sweep::Key& key);
  void keep(const sweep::Key& key, const std::string& line, bool done);

  const SweepSpace& space_;
  const SweepPlan& plan_;
  sweep::Store& store_;
  std::optional<Progress> progress_;
  std::atomic<std::uint64_t> next_;
  std::mutex mutex_;  ///< of all below, and of the store
  std::uint64_t computed_ = 0;
  Clock::time_point flushed_ = Clock::now();
  std::vector<SweepFailure> failures_;
  std::atomic<bool> stop_{false};
  std::exception_ptr broken_;
};

}  // namespace superwarp::cli
