// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "model/machine/bank_event.h"
#include "model/machine/machine.h"
#include "model/machine/reference.h"
#include "tb/under_way.h"

namespace superwarp::tb {

/// Bytes between the data of two threads: a processor fetches two lines of 64 at a time.
inline constexpr std::size_t kThreadsApart = 128;

/// Asks a reference for several dispatches at a time. Alternating for every dispatch would evict
/// the reference's data and the bench's data from the processor's caches in turn.
class ReadAhead {
 public:
  /// For dispatches of `lanes` lanes. `reference` must outlive this.
  ReadAhead(Reference& reference, std::uint32_t lanes)
      : reference_(reference), size_(std::max<std::size_t>(kLanes / lanes, 1)) {}

  /// Like Reference::next().
  bool next(Expected& expected) {
    if (next_ == now_.count) take_some();
    if (next_ == now_.count) return false;
    std::swap(expected, now_.expected[next_++]);
    return true;
  }

  /// Asks for some more, beside a thread that calls next(); false if enough are known. What the
  /// reference throws, next() throws in its turn.
  bool predict() {
    const std::unique_lock lock = soon();
    if (known_ - taken_ == ahead_.size()) return false;
    ask(ahead_[known_++ % ahead_.size()]);
    return true;
  }

 private:
  static constexpr std::size_t kLanes = 1024;  ///< in all dispatches of Some: they fit a cache
  struct Some {
    std::vector<Expected> expected;
    std::size_t count = 0;
    std::exception_ptr thrown;  ///< instead of one more
  };

  /// Waits for the other thread without sleep, which would take longer than Some.
  std::unique_lock<std::mutex> soon() {
    std::unique_lock lock(mutex_, std::defer_lock);
    while (!lock.try_lock()) std::this_thread::yield();
    return lock;
  }

  void take_some() {
    const std::unique_lock lock = soon();
    if (!now_.thrown) {
      next_ = 0;
      if (known_ == taken_) {
        ask(now_);
      } else {
        std::swap(now_, ahead_[taken_++ % ahead_.size()]);
      }
      if (now_.count > 0) return;
    }
    if (now_.thrown) std::rethrow_exception(now_.thrown);
  }

  void ask(Some& some) {
    some.expected.resize(size_);
    some.count = 0;
    if (over_) return;
    try {
      while (some.count < size_ && reference_.next(some.expected[some.count])) ++some.count;
      over_ = some.count < size_;
    } catch (...) {
      some.thrown = std::current_exception();
      over_ = true;
    }
  }

  Reference& reference_;
  std::size_t size_;  ///< dispatches of Some
  Some now_;
  std::size_t next_ = 0;                     ///< in now_
  alignas(kThreadsApart) std::mutex mutex_;  ///< guards the reference and what follows
  std::array<Some, 32> ahead_;
  std::size_t known_ = 0;  ///< in ahead_ so far
  std::size_t taken_ = 0;  ///< of them
  bool over_ = false;      ///< the reference has no more, or threw
};

/// The exact law of one machine with all its memories: every dispatch, every lane and every
/// completion has the time unit and the words that the reference predicts.
class TimedChecker {
 public:
  /// `reference` must outlive this.
  TimedChecker(const Machine& machine, Reference& reference) : reference_(reference, machine.lanes()) {
    for (std::uint32_t number = 0; number < machine.memories(); ++number)
      latency_.push_back(memory_of(machine, number).latency);
  }

  /// Announces dispatch `id`, which must be the reference's next.
  std::optional<Disagreement> offered(DispatchId id, const Dispatch& dispatch);

  /// The first rule that a time unit of lawful events breaks, if any.
  std::optional<Disagreement> check(const TimeUnitView& unit);

  /// See ReadAhead.
  bool predict() { return reference_.predict(); }

  /// Ends the run: is a dispatch missing?
  std::optional<Disagreement> finish();

 private:
  struct Predicted {
    Expected expected;
    std::uint64_t first = 0;  ///< the first time unit in which a bank may serve a lane
  };

  Disagreement explain(const TimeUnitView& unit, const Served& served);

  std::vector<std::uint32_t> latency_;  ///< of each memory
  ReadAhead reference_;
  UnderWay<Predicted> under_way_;
};

}  // namespace superwarp::tb
