// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/terminal_output.h"
#include "sim/run/evaluation.h"
#include "tools/sweep/command/sweep_plan.h"
#include "tools/sweep/command/sweep_point.h"
#include "tools/sweep/store.h"

namespace superwarp::cli {

/// A failed point or unit, and the command that shows the failure.
struct SweepFailure {
  std::uint64_t point = 0;
  std::string command;
  std::string error;
};

/// Runs the missing points of a plan and adds them to a store: points without RTL in threads, then
/// the others in processes, each with a bench.
class SweepRun {
 public:
  SweepRun(const SweepSpace& space, SweepPlan& plan, sweep::Store& store)
      : space_(space), plan_(plan), store_(store) {}

  void work(std::uint64_t jobs);

  /// Points that ran now.
  [[nodiscard]] std::uint64_t computed() const { return computed_; }
  /// In the order of the space.
  [[nodiscard]] const std::vector<SweepFailure>& failures() const { return failures_; }

 private:
  using Clock = std::chrono::steady_clock;

  using Task = std::function<void(std::uint64_t)>;

  void share(const std::string& what, std::uint64_t count, const std::vector<Task>& tasks);
  void guarded(const Task& task);
  [[nodiscard]] bool missing(std::uint64_t number);
  void simulate(std::uint64_t jobs, tb::Bench& bench, sysc::RtlCache& cache);
  void keep(std::uint64_t number, Json outcome, std::chrono::milliseconds between);

  const SweepSpace& space_;
  SweepPlan& plan_;
  sweep::Store& store_;
  std::optional<Progress> progress_;
  std::atomic<std::uint64_t> next_{0};  ///< index of the next task of share()
  std::uint64_t count_ = 0;             ///< their number
  std::mutex mutex_;                    ///< guards all members below, the store and plan_.identity
  std::uint64_t computed_ = 0;
  Clock::time_point flushed_ = Clock::now();
  std::vector<SweepFailure> failures_;
  std::vector<std::uint64_t> on_rtl_;  ///< missing points that use the RTL
  std::atomic<bool> stop_{false};
  std::exception_ptr broken_;
};

/// Numbers of points by outcome.
struct SweepCounts {
  std::uint64_t done = 0;
  std::uint64_t impossible = 0;
  std::string first_impossible;  ///< its options and the reason
  std::uint64_t failed = 0;
  std::uint64_t disagree = 0;
};

/// Writes the tables of a sweep into `folder` in the order of the space: the same bytes whatever
/// order its points ran in.
SweepCounts write_tables(const std::filesystem::path& folder, const SweepSpace& space,
                         const SweepPlan& plan, sweep::Store& store,
                         std::vector<SweepFailure> failures);

}  // namespace superwarp::cli
