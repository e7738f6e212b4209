// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "model/machine/reference.h"

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

}  // namespace superwarp::tb
