// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/sweep_plan.h"
#include "sim/cli/sweep_point.h"
#include "sim/cli/terminal_output.h"
#include "sim/evaluate/evaluation.h"
#include "sim/sweep/store.h"

namespace superwarp::cli {

/// A failed point or unit, and the command that shows the failure.
struct SweepFailure {
  std::uint64_t point = 0;
  std::string command;
  std::string error;
};

/// Runs the missing points of a plan and adds them to a store: points without RTL in threads, then
/// the others in turn on the one bench of this process.
class SweepRun {
 public:
  SweepRun(const SweepSpace& space, const SweepPlan& plan, sweep::Store& store)
      : space_(space), plan_(plan), store_(store), next_(space.first) {}

  void work(std::uint64_t jobs);

  /// Points that ran now.
  [[nodiscard]] std::uint64_t computed() const { return computed_; }
  /// In the order of the space.
  [[nodiscard]] const std::vector<SweepFailure>& failures() const { return failures_; }

 private:
  using Clock = std::chrono::steady_clock;

  void guarded(tb::Bench& bench, sysc::RtlCache& cache);
  void one(std::uint64_t number, bool rtl, SweepPoint& point, tb::Bench& bench,
           sysc::RtlCache& cache);
  void keep(const sweep::Key& key, const std::string& line, bool done);

  const SweepSpace& space_;
  const SweepPlan& plan_;
  sweep::Store& store_;
  std::optional<Progress> progress_;
  std::atomic<std::uint64_t> next_;
  std::mutex mutex_;  ///< guards all members below and the store
  std::uint64_t computed_ = 0;
  Clock::time_point flushed_ = Clock::now();
  std::vector<SweepFailure> failures_;
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
