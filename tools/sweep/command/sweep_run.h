// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/terminal_output.h"
#include "tools/sweep/command/sweep_plan.h"
#include "tools/sweep/command/sweep_worker.h"
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
  SweepRun(const SweepSpace& space, SweepPlan& plan, sweep::Store& store) : space_(space), plan_(plan), store_(store) {}

  void work(std::uint64_t jobs);

  /// Points that ran now.
  [[nodiscard]] std::uint64_t computed() const { return computed_; }
  /// In the order of the space.
  [[nodiscard]] const std::vector<SweepFailure>& failures() const { return failures_; }

 private:
  using Clock = std::chrono::steady_clock;

  void share_out(const char* what, std::uint64_t count, const std::vector<SweepTask>& tasks);
  [[nodiscard]] bool missing(std::uint64_t number);
  void simulate(std::uint64_t jobs, tb::Bench& bench, sysc::RtlCache& cache);
  void keep(std::uint64_t number, Json outcome, std::chrono::milliseconds between, double share);

  const SweepSpace& space_;
  SweepPlan& plan_;
  sweep::Store& store_;
  std::mutex mutex_;  ///< guards all members below, the store and plan_.identity
  std::optional<Progress> progress_;
  std::uint64_t computed_ = 0;
  Clock::time_point flushed_ = Clock::now();
  std::vector<SweepFailure> failures_;
  std::vector<std::uint64_t> on_rtl_;  ///< missing points that use the RTL
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
SweepCounts write_tables(const std::filesystem::path& folder, const SweepSpace& space, const SweepPlan& plan,
                         sweep::Store& store, std::vector<SweepFailure> failures);

}  // namespace superwarp::cli
