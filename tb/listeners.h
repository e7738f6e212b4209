// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "model/machine/bank_event.h"
#include "model/machine/figures.h"
#include "sysc/rtl_unit.h"
#include "tb/bench.h"
#include "tb/lawful.h"
#include "tb/timed.h"
#include "tb/under_way.h"

namespace superwarp::tb {

/// Counts bank events: the source of all measurements of the RTL that a run reports.
class Statistics {
 public:
  void count(const TimeUnitView& unit);

  /// Time units until the last bank event so far.
  [[nodiscard]] std::uint64_t time_units() const { return time_units_; }
  [[nodiscard]] std::uint64_t cycles() const { return cycles_; }
  /// Time units in which a bank served a lane.
  [[nodiscard]] std::uint64_t slots() const { return slots_; }
  /// Completed dispatches.
  [[nodiscard]] std::uint64_t dispatches() const { return dispatches_; }
  /// Most slots of one dispatch.
  [[nodiscard]] std::uint64_t max_congestion() const;
  /// Cycles since the last acceptance or service.
  [[nodiscard]] std::uint64_t quiet() const { return cycles_ - last_sign_; }

 private:
  struct Slots {
    std::uint64_t last = 0;  ///< time unit of its last service
    std::uint64_t count = 0;
  };

  std::uint64_t time_units_ = 0;
  std::uint64_t cycles_ = 0;
  std::uint64_t slots_ = 0;
  std::uint64_t dispatches_ = 0;
  std::uint64_t max_congestion_ = 0;  ///< of completed ones
  std::uint64_t last_sign_ = 0;
  UnderWay<Slots> under_way_;
};

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
  Listeners(const std::vector<LawfulChecker*>& lawful, const Machine& machine, const BenchOptions& options);

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

/// Brings the events of a run to its listeners: at once, or in a second thread, many at a time. One
/// core then simulates while another one checks. The listeners hear the same. If the second thread
/// is too slow, the first one asks the reference for it.
class Relay {
 public:
  /// Hears the time units of all `units` in turn. `listeners` must outlive this; nothing else may
  /// use them before finish().
  Relay(Listeners& listeners, const std::vector<sysc::RtlUnit*>& units, bool second_thread)
      : listeners_(listeners), second_thread_(second_thread) {
    for (const sysc::RtlUnit* const unit : units) readers_.push_back(unit->reader());
  }
  ~Relay() { stop(); }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  /// The time unit of `unit`, see Listeners. False if they are known to object. Rethrows what they
  /// threw.
  bool hear(sysc::RtlUnit& unit, BenchState state) {
    if (second_thread_) return keep(unit, state);
    listeners_.hear(unit.observe(), state);
    return !listeners_.disagreement();
  }
  bool hear(DispatchId id, const Dispatch& dispatch, BenchState state) {
    if (second_thread_) return keep(id, dispatch, state);
    listeners_.hear(id, dispatch, state);
    return !listeners_.disagreement();
  }
  /// After the time units of all memories in a cycle, and the dispatches that they take.
  bool end_cycle() { return blocks_[filled_ % kBlocks].kept.size() < kWords || hand_over(); }

  /// Returns when they have heard everything. Rethrows what they threw.
  void finish();

 private:
  /// Beside a time unit that a unit keeps.
  struct Unit {
    std::uint32_t dispatches = 0;  ///< taken after it
    BenchState state;
  };
  /// A dispatch, whose lanes follow those of the one before.
  struct Taken {
    DispatchId id = 0;
    std::uint32_t super_warp = 0;
    std::uint64_t round = 0;
    Op op = Op::kRead;
    std::uint32_t memory = 0;
    std::uint32_t lanes = 0;
    BenchState state;
  };
  /// Time units and dispatches, in few long pieces: a core reads what another one has written fast
  /// only if it lies in one piece.
  struct alignas(kThreadsApart) Block {
    sysc::KeptUnits kept;
    std::vector<Unit> units;
    std::vector<Taken> taken;
    std::vector<Word> words;  ///< of dispatches: addresses, data of a write

    void clear();
  };
  static constexpr std::size_t kBlocks = 8;
  /// Words of kept time units in a block, about.
  static constexpr std::size_t kWords = 1U << 16U;
  /// A thread that has to wait does so for as many blocks, since waking it costs as much as a few.
  static constexpr std::size_t kAtOnce = kBlocks / 2;

  bool keep(sysc::RtlUnit& unit, BenchState state);
  bool keep(DispatchId id, const Dispatch& dispatch, BenchState state);
  bool hand_over();
  void work();
  void hear(const Block& block);
  void stop();

  Listeners& listeners_;
  bool second_thread_;
  std::vector<std::unique_ptr<sysc::KeptUnits::Reader>> readers_;  ///< of each unit
  std::array<Block, kBlocks> blocks_;                              ///< each belongs to one thread at a time
  std::size_t filled_ = 0;  ///< blocks handed over; only the first thread changes it
  std::mutex mutex_;        ///< guards `filled_` and what follows
  std::condition_variable changed_;
  std::size_t heard_ = 0;  ///< blocks
  bool stop_ = false;
  bool over_ = false;  ///< the listeners object or threw
  std::exception_ptr thrown_;
  std::thread thread_;
};

}  // namespace superwarp::tb
