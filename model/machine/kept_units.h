// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "model/machine/bank_event.h"

namespace superwarp {

/// Time units one after another in one piece of memory, which another thread reads fast.
class KeptUnits {
 public:
  using Place = const std::uint32_t*;

  void clear() { size_ = 0; }
  [[nodiscard]] Place begin() const { return words_.data(); }
  [[nodiscard]] std::size_t size() const { return size_; }  ///< of words

  /// Memory for at most `count` words; added() says how many of them are in use.
  std::uint32_t* room(std::size_t count) {
    if (size_ + count > words_.size()) words_.resize(2 * (size_ + count));
    return words_.data() + size_;
  }
  void added(std::size_t count) { size_ += count; }

  /// The form for units that have no shorter one.
  void keep(const TimeUnitView& unit) {
    const Head head = {unit.time,          unit.accepted.size(),  unit.events.size(),
                       unit.served.size(), unit.completed.size(), unit.memory,
                       unit.one_dispatch};
    add(&head, 1);
    add(unit.accepted.begin(), unit.accepted.size());
    add(unit.events.begin(), unit.events.size());
    add(unit.served.begin(), unit.served.size());
    add(unit.completed.begin(), unit.completed.size());
  }

  /// Reads what was kept, in a thread of its own.
  class Reader {
   public:
    virtual ~Reader() = default;
    /// The time unit at `at`, which goes on to the next; valid until the next call.
    virtual TimeUnitView next(Place& at) { return recall(at); }
  };

 private:
  struct Head {
    std::uint64_t time;
    std::size_t accepted;
    std::size_t events;
    std::size_t served;
    std::size_t completed;
    std::uint32_t memory;
    bool one_dispatch;
  };
  template <class Part>
  static constexpr std::size_t kWords = sizeof(Part) / sizeof(std::uint32_t);

  /// What keep() has kept there.
  static TimeUnitView recall(Place& at) {
    Head head;
    std::memcpy(&head, at, sizeof head);
    at += kWords<Head>;
    TimeUnitView unit;
    unit.time = head.time;
    unit.memory = head.memory;
    unit.one_dispatch = head.one_dispatch;
    unit.accepted = next<DispatchId>(at, head.accepted);
    unit.events = next<BankEvent>(at, head.events);
    unit.served = next<Served>(at, head.served);
    unit.completed = next<DispatchId>(at, head.completed);
    return unit;
  }

  template <class Part>
  void add(const Part* parts, std::size_t count) {
    if (count == 0) return;
    std::memcpy(room(count * kWords<Part>), parts, count * sizeof(Part));
    added(count * kWords<Part>);
  }
  template <class Part>
  static Span<Part> next(Place& at, std::size_t count) {
    const Place first = std::exchange(at, at + count * kWords<Part>);
    return {reinterpret_cast<const Part*>(first), count};
  }

  std::vector<std::uint32_t> words_;  ///< and places for more
  std::size_t size_ = 0;              ///< words in use
};

}  // namespace superwarp
