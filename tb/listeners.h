// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/machine/bank_event.h"
#include "model/machine/busy_times.h"
#include "model/machine/disagreement.h"
#include "tb/bench.h"
#include "tb/lawful.h"
#include "tb/statistics.h"
#include "tb/timed.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::tb {

/// What listeners need to know beside the events.
struct BenchState {
  std::uint64_t last = 0;      ///< the last time unit in which a super warp did anything
  std::uint32_t expected = 0;  ///< time units in which the units have had something to do
  /// Of the RTL; no bool, so that a copy is a copy of two numbers.
  std::uint32_t assertion_failed = 0;
};

/// All that listens to the bank events of a run: statistics, recorder, a lawful checker for each
/// memory, and with a reference the timed checker. They do not steer the run, so they may hear of
/// it later. The first broken law ends what they hear.
class alignas(kThreadsApart) Listeners {
 public:
  /// `lawful` has each memory's checker. They and the reference must outlive this.
  Listeners(const std::vector<LawfulChecker*>& lawful, const Machine& machine,
            const BenchOptions& options);

  /// A time unit of the next memory in turn.
  void hear(const TimeUnitView& now, BenchState state);
  /// A memory takes dispatch `id` after the last time unit.
  void hear(DispatchId id, const Dispatch& dispatch, BenchState state);
  /// The run is over, by its end or because the bench itself has `found` something.
  void hear_end(BenchState state, const std::optional<Disagreement>& found);

  /// Predicts some of the dispatches that the timed checker will ask the reference for; false if it
  /// has enough. Another thread may do so while one listens.
  bool predict() { return timed_ && timed_->predict(); }

  [[nodiscard]] const std::optional<Disagreement>& disagreement() const { return disagreement_; }
  /// What they heard; without `seconds` and words.
  BenchResult result();

 private:
  struct Memory {
    LawfulChecker* lawful;
    Statistics statistics;
  };

  std::optional<Disagreement> judge(const TimeUnitView& now, BenchState state);
  [[nodiscard]] bool is_silent() const;
  void count_busy(const TimeUnitView& now);
  void record(const TimeUnitView& now);

  std::vector<Memory> memories_;
  bool records_;
  std::optional<TimedChecker> timed_;
  std::uint64_t patience_ = 0;  ///< cycles without an event until the units count as hung
  std::size_t at_ = 0;          ///< memory whose time unit is next
  bool shared_busy_ = false;    ///< some shared memory is, in this time unit
  std::uint64_t last_ = 0;
  std::uint64_t requests_ = 0;
  BusyTimes busy_;  ///< with several memories
  Recording recording_;
  std::optional<Disagreement> disagreement_;
};

}  // namespace superwarp::tb
