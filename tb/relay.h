// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "model/machine/bank_event.h"
#include "sysc/rtl_unit.h"
#include "tb/listeners.h"

namespace superwarp::tb {

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
    KeptUnits kept;
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
  std::vector<std::unique_ptr<KeptUnits::Reader>> readers_;  ///< of each unit
  std::array<Block, kBlocks> blocks_;  ///< each belongs to one thread at a time
  std::size_t filled_ = 0;             ///< blocks handed over; only the first thread changes it
  std::mutex mutex_;                   ///< guards `filled_` and what follows
  std::condition_variable changed_;
  std::size_t heard_ = 0;  ///< blocks
  bool stop_ = false;
  bool over_ = false;  ///< the listeners object or threw
  std::exception_ptr thrown_;
  std::thread thread_;
};

}  // namespace superwarp::tb
