// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "language/bank_event.h"
#include "language/machine.h"

namespace superwarp::model {

/// The time units of a pipeline: what enters stage 1 in one is told l - 1 time units later.
class Pipeline {
 public:
  explicit Pipeline(const Machine& machine)
      : width_(machine.width), entered_(machine.latency), event_of_(machine.width) {}

  /// A time unit begins: nothing has entered in it so far.
  void begin() {
    ++time_;
    entering().clear();
  }

  /// A request enters. In a time unit they come in order of lanes and those of a bank want one
  /// word: `leads` if a write of several leaves this one's `word`.
  void enter(std::uint32_t bank, Address address, Op op, bool leads, const Served& served) {
    TimeUnit& unit = entering();
    EventOf& of = event_of_[bank];
    if (of.time != time_) {
      of = {time_, static_cast<std::uint32_t>(unit.events.size())};
      unit.events.push_back({bank, address / width_, op, served.word,
                             static_cast<std::uint32_t>(unit.served.size())});
    } else if (leads) {
      unit.events[of.event].word = served.word;
    }
    unit.served.push_back(served);
    unit.served.back().event = of.event;
  }

  /// With what entered in this time unit `dispatch` has entered whole.
  void complete(DispatchId dispatch) { entering().completed.push_back(dispatch); }

  /// What reaches the banks in this time unit, in `told`.
  void leave(TimeUnit& told) {
    told.accepted.clear();
    std::swap(told, entered_[(time_ + 1) % entered_.size()]);
    told.time = time_;
  }

 private:
  struct EventOf {
    std::uint64_t time = 0;  ///< in which the bank did anything last
    std::uint32_t event = 0;
  };

  TimeUnit& entering() { return entered_[time_ % entered_.size()]; }

  std::uint32_t width_;
  std::uint64_t time_ = 0;
  std::vector<TimeUnit> entered_;  ///< in the last l time units
  std::vector<EventOf> event_of_;  ///< by bank
};

}  // namespace superwarp::model
