// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "language/access.h"

/// \file
/// What a memory unit does, as a stream of facts: one TimeUnit after another. Whoever wants to know
/// about the hardware (checkers, statistics, scheduler, pictures) listens to it; nobody else reads
/// pins. Nothing here assumes that one dispatch is under way at a time, that dispatches are served
/// in the order in which they were accepted, or that a time unit is all reads or all writes.

namespace superwarp {

/// Names a dispatch: its number in the order in which the bench offered them, 0 .., modulo 2^32.
using DispatchId = std::uint32_t;

/// In a list of lanes: none.
inline constexpr std::uint32_t kNoLane = 0xffffffffU;

/// One lane of a dispatch that a bank event serves.
struct Served {
  DispatchId dispatch = 0;  ///< which one
  std::uint32_t lane = 0;   ///< of it
  Word word = 0;            ///< what the lane got back; meaningless where the event is a write
  std::uint32_t event = 0;  ///< that serves it, in TimeUnit::events
};

/// The row of a bank that makes no access though lanes claim to be served by it.
inline constexpr std::uint32_t kNoRow = 0xffffffffU;

/// In this time unit this bank read or wrote this word, for these lanes.
struct BankEvent {
  std::uint32_t bank = 0;         ///< which one
  std::uint32_t row = 0;          ///< of the bank
  Op op = Op::kRead;              ///< what it did
  Word word = 0;                  ///< read, or left behind
  std::uint32_t first = kNoLane;  ///< the lowest lane it serves, in TimeUnit::served
};

/// What one memory did in one time unit. A request whose slot enters stage 1 of a pipeline of l
/// stages in time unit t reaches its bank, and is complete, in time unit t + l - 1.
struct TimeUnit {
  /// 1 in the first cycle after the run's first dispatch was accepted; 0 before.
  std::uint64_t time = 0;
  std::uint32_t memory = 0;           ///< which one, where there are several
  std::vector<DispatchId> accepted;   ///< taken over at the end of the time unit before
  std::vector<BankEvent> events;      ///< one a bank that does anything
  std::vector<Served> served;         ///< those of one event in order of lanes
  std::vector<DispatchId> completed;  ///< at the end of this time unit nothing is left of them

  /// Forgets everything but the time and the memory.
  void clear() {
    accepted.clear();
    events.clear();
    served.clear();
    completed.clear();
  }
};

/// The lanes that an event of `unit` serves, for range-based loops. Looks at all lanes of the time
/// unit: whoever wants every lane anyway goes through TimeUnit::served itself.
class ServedBy {
 public:
  /// Goes from lane to lane of the event.
  class Iterator {
   public:
    /// At place `place` of `all`.
    Iterator(const std::vector<Served>& all, std::size_t place) : all_(all), place_(place) {}
    /// The lane.
    const Served& operator*() const { return all_[place_]; }
    /// On to the next lane of the event.
    Iterator& operator++() {
      const std::uint32_t event = all_[place_].event;
      do {
        ++place_;
      } while (place_ < all_.size() && all_[place_].event != event);
      return *this;
    }
    /// At another place?
    bool operator!=(const Iterator& other) const { return place_ != other.place_; }

   private:
    const std::vector<Served>& all_;
    std::size_t place_;
  };

  /// `unit` must outlive this; `event` is one of its.
  ServedBy(const TimeUnit& unit, const BankEvent& event)
      : all_(unit.served), first_(event.first == kNoLane ? all_.size() : event.first) {}
  /// The lowest lane.
  [[nodiscard]] Iterator begin() const { return {all_, first_}; }
  /// Behind the highest.
  [[nodiscard]] Iterator end() const { return {all_, all_.size()}; }

 private:
  const std::vector<Served>& all_;
  std::size_t first_;
};

/// A run as its memory showed it, for pictures.
struct Recording {
  std::vector<TimeUnit> units;          ///< those in which a bank did something, in order of time
  std::vector<Dispatch> dispatches;     ///< by their names
  std::vector<std::uint64_t> accepted;  ///< by their names: the first time unit with the dispatch
};

}  // namespace superwarp
