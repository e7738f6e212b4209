// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/machine/access.h"

/// \file
/// What a memory unit does, as a sequence of TimeUnits. Checkers, statistics, scheduler and
/// pictures read these instead of pins. Several dispatches may be under way, they may be served in
/// any order, and a time unit may have both reads and writes.

namespace superwarp {

/// Name of a dispatch: its number in the order of the bench's offers, 0 .., modulo 2^32.
using DispatchId = std::uint32_t;

/// No lane.
inline constexpr std::uint32_t kNoLane = 0xffffffffU;

/// One lane of a dispatch that a bank event serves.
struct Served {
  DispatchId dispatch = 0;
  std::uint32_t lane = 0;   ///< of the dispatch
  Word word = 0;            ///< the word that the lane read; undefined if the event is a write
  std::uint32_t event = 0;  ///< the event in TimeUnit::events that serves it
};

/// The row of a bank that makes no access although lanes claim that it serves them.
inline constexpr std::uint32_t kNoRow = 0xffffffffU;

/// In this time unit this bank read or wrote this word, for these lanes.
struct BankEvent {
  std::uint32_t bank = 0;
  std::uint32_t row = 0;  ///< of the bank
  Op op = Op::kRead;
  Word word = 0;                  ///< read or written
  std::uint32_t first = kNoLane;  ///< place of its lowest lane in TimeUnit::served
};

/// What one memory did in one time unit. A request whose slot enters stage 1 of a pipeline of l
/// stages in time unit t reaches its bank, and is complete, in time unit t + l - 1.
struct TimeUnit {
  /// 1 in the first cycle after the run's first dispatch was accepted; 0 before.
  std::uint64_t time = 0;
  std::uint32_t memory = 0;           ///< number of the memory, if there are several
  std::vector<DispatchId> accepted;   ///< accepted at the end of the time unit before
  std::vector<BankEvent> events;      ///< one for every bank with an access
  std::vector<Served> served;         ///< the lanes of an event are in order
  std::vector<DispatchId> completed;  ///< complete at the end of this time unit
  /// All lanes belong to one dispatch for certain. For speed only: false is always right.
  bool one_dispatch = false;

  /// Clears everything except time and memory.
  void clear() {
    accepted.clear();
    events.clear();
    served.clear();
    completed.clear();
  }
};

/// Elements that lie one after another in memory of somebody else.
template <class Element>
class Span {
 public:
  Span() = default;
  Span(const Element* first, std::size_t size) : first_(first), size_(size) {}
  Span(const std::vector<Element>& all) : Span(all.data(), all.size()) {}

  [[nodiscard]] const Element* begin() const { return first_; }
  [[nodiscard]] const Element* end() const { return first_ + size_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] const Element& front() const { return *first_; }
  const Element& operator[](std::size_t i) const { return first_[i]; }

 private:
  const Element* first_ = nullptr;
  std::size_t size_ = 0;
};

/// A TimeUnit whose parts lie in memory of somebody else, for those that only look at it.
struct TimeUnitView {
  std::uint64_t time = 0;
  std::uint32_t memory = 0;
  bool one_dispatch = false;
  Span<DispatchId> accepted;
  Span<BankEvent> events;
  Span<Served> served;
  Span<DispatchId> completed;

  TimeUnitView() = default;
  TimeUnitView(const TimeUnit& unit)
      : time(unit.time),
        memory(unit.memory),
        one_dispatch(unit.one_dispatch),
        accepted(unit.accepted),
        events(unit.events),
        served(unit.served),
        completed(unit.completed) {}

  /// A copy.
  [[nodiscard]] TimeUnit kept() const {
    return {time,
            memory,
            {accepted.begin(), accepted.end()},
            {events.begin(), events.end()},
            {served.begin(), served.end()},
            {completed.begin(), completed.end()},
            one_dispatch};
  }
};

/// The lanes that an event of `unit` serves, for range-based loops. Every loop looks at all lanes
/// of the time unit; to visit all lanes, use TimeUnitView::served.
class ServedBy {
 public:
  class Iterator {
   public:
    Iterator(Span<Served> all, std::size_t place) : all_(all), place_(place) {}
    const Served& operator*() const { return all_[place_]; }
    Iterator& operator++() {
      const std::uint32_t event = all_[place_].event;
      do {
        ++place_;
      } while (place_ < all_.size() && all_[place_].event != event);
      return *this;
    }
    bool operator!=(const Iterator& other) const { return place_ != other.place_; }

   private:
    Span<Served> all_;
    std::size_t place_;
  };

  /// `unit` must outlive this; `event` is one of its events.
  ServedBy(const TimeUnitView& unit, const BankEvent& event)
      : all_(unit.served), first_(event.first == kNoLane ? all_.size() : event.first) {}
  [[nodiscard]] Iterator begin() const { return {all_, first_}; }
  [[nodiscard]] Iterator end() const { return {all_, all_.size()}; }

 private:
  Span<Served> all_;
  std::size_t first_;
};

/// A recorded run, for pictures.
struct Recording {
  std::vector<TimeUnit> units;          ///< time units with an access, in order of time
  std::vector<Dispatch> dispatches;     ///< by name
  std::vector<std::uint64_t> accepted;  ///< first time unit with the dispatch, by name
};

}  // namespace superwarp
