// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "language/bank_event.h"
#include "tb/listeners.h"

namespace superwarp::tb {

/// Brings the events of a run to its listeners: at once, or in a second thread, many at a time. One
/// core then simulates while another one checks. The listeners hear the same.
class Relay {
 public:
  /// `listeners` must outlive this; nothing else may use them before finish().
  Relay(Listeners& listeners, bool second_thread)
      : listeners_(listeners), second_thread_(second_thread) {}
  ~Relay() { stop(); }
  Relay(const Relay&) = delete;
  Relay& operator=(const Relay&) = delete;

  /// See Listeners. False if they are known to object. Rethrows what they threw.
  bool hear(const TimeUnit& now, const BenchState& state) {
    if (second_thread_) return keep(now, state);
    listeners_.hear(now, state);
    return !listeners_.disagreement();
  }
  bool hear(DispatchId id, const Dispatch& dispatch, const BenchState& state) {
    if (second_thread_) return keep(id, dispatch, state);
    listeners_.hear(id, dispatch, state);
    return !listeners_.disagreement();
  }

  /// Returns when they have heard everything. Rethrows what they threw.
  void finish();

 private:
  /// A time unit and numbers of its parts, which follow those of the one before.
  struct Unit {
    std::uint64_t time = 0;
    std::uint32_t memory = 0;
    std::uint32_t accepted = 0;
    std::uint32_t completed = 0;
    std::uint32_t events = 0;
    std::uint32_t served = 0;
    std::uint32_t dispatches = 0;  ///< taken after it
    bool one_dispatch = false;
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
  /// Time units and dispatches, in few long vectors: a core reads what another one has written fast
  /// only if it lies in one piece.
  struct alignas(kThreadsApart) Block {
    std::vector<Unit> units;
    std::vector<DispatchId> ids;  ///< accepted, completed
    std::vector<BankEvent> events;
    std::vector<Served> served;
    std::vector<Taken> taken;
    std::vector<Word> words;  ///< of dispatches: addresses, data of a write
    std::size_t size = 0;

    void clear();
  };
  static constexpr std::size_t kBlocks = 8;
  /// Lanes of a block, about: few enough for a cache, and so many that waking a thread costs
  /// little.
  static constexpr std::size_t kLanes = 1U << 14U;

  bool keep(const TimeUnit& now, const BenchState& state);
  bool keep(DispatchId id, const Dispatch& dispatch, const BenchState& state);
  bool hand_over();
  void work();
  void hear(const Block& block);
  void stop();

  Listeners& listeners_;
  bool second_thread_;
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
