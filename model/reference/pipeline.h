// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/machine/bank_event.h"
#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"

namespace superwarp::model {

/// When super warps go in and when their first slots follow, for an RPU that serves one after
/// another (docs/spec/machines.md, "One dispatch"; docs/spec/serial.md, "When").
class Intake {
 public:
  explicit Intake(const Machine& machine) : serial_(machine.rpu == Rpu::kSerial) {
    if (!serial_) return;
    stages_ = rpu_value(machine.rpu, machine.streaming, "intake");
    lead_ = machine.super_warp - 2 + stages_;
  }

  /// The first time unit in which the next super warp may go in.
  [[nodiscard]] std::uint64_t opens() const { return opens_; }

  /// The first slot of a super warp that begins to go in in time unit `from`, opens() or later.
  [[nodiscard]] std::uint64_t first_slot(std::uint64_t from) const { return std::max(from + lead_, free_); }

  /// The super warp that went in last has its slots in these time units.
  void served(std::uint64_t first_slot, std::uint64_t last_slot) {
    free_ = last_slot + 1;
    opens_ = serial_ ? first_slot + 2 - stages_ : free_;
  }

 private:
  bool serial_;
  std::uint64_t stages_ = 1;
  std::uint64_t lead_ = 0;
  std::uint64_t opens_ = 1;
  std::uint64_t free_ = 1;  ///< first time unit without a slot
};

/// A pipeline of l stages: requests reach the banks l - 1 time units after they enter stage 1.
class Pipeline {
 public:
  explicit Pipeline(const Machine& machine)
      : banks_(machine.bank_count()), entered_(machine.latency), event_of_(banks_) {}

  /// Begins a time unit.
  void begin() {
    ++time_;
    entering().clear();
  }

  /// Enters a request. In a time unit requests enter in order of lanes, and those of a bank share
  /// as many words as it has ports. `leads`: of several merged writes this one's `word` stays.
  void enter(std::uint32_t bank, Address address, Op op, bool leads, const Served& served) {
    TimeUnit& unit = entering();
    EventOf& of = event_of_[bank];
    const std::uint32_t row = address / banks_;
    if (of.time != time_ || (unit.events[of.event].row != row && !find(unit, bank, row, of))) {
      of = {time_, static_cast<std::uint32_t>(unit.events.size())};
      unit.events.push_back({bank, row, op, served.word, static_cast<std::uint32_t>(unit.served.size())});
    } else if (leads) {
      unit.events[of.event].word = served.word;
    }
    unit.served.push_back(served);
    unit.served.back().event = of.event;
  }

  /// The last request of `dispatch` enters in this time unit.
  void complete(DispatchId dispatch) { entering().completed.push_back(dispatch); }

  /// Sets `unit` to the events of this time unit at the banks.
  void leave(TimeUnit& unit) {
    unit.accepted.clear();
    std::swap(unit, entered_[(time_ + 1) % entered_.size()]);
    unit.time = time_;
  }

 private:
  struct EventOf {
    std::uint64_t time = 0;  ///< of the bank's last event
    std::uint32_t event = 0;
  };

  /// Sets `of` to the event of another port of the bank; false if there is none.
  static bool find(const TimeUnit& unit, std::uint32_t bank, std::uint32_t row, EventOf& of) {
    for (std::uint32_t event = 0; event < unit.events.size(); ++event) {
      if (unit.events[event].bank != bank || unit.events[event].row != row) continue;
      of.event = event;
      return true;
    }
    return false;
  }

  TimeUnit& entering() { return entered_[time_ % entered_.size()]; }

  std::uint32_t banks_;
  std::uint64_t time_ = 0;
  std::vector<TimeUnit> entered_;  ///< in the last l time units
  std::vector<EventOf> event_of_;  ///< by bank
};

}  // namespace superwarp::model
