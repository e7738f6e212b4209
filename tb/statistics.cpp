// SPDX-License-Identifier: Apache-2.0
#include "tb/statistics.h"

#include <algorithm>

namespace superwarp::tb {
void Statistics::count(const TimeUnitView& unit) {
  ++cycles_;
  for (const DispatchId id : unit.accepted) under_way_.begin(id) = {};
  if (!unit.accepted.empty()) last_sign_ = cycles_;
  if (unit.events.empty()) return;
  last_sign_ = cycles_;
  time_units_ = unit.time;
  ++slots_;
  under_way_.for_each_served(unit, [time = unit.time](Slots& slots) {
    slots.count += slots.last != time ? 1 : 0;
    slots.last = time;
  });
  for (const DispatchId id : unit.completed) {
    const Slots* const slots = under_way_.find(id);
    if (slots == nullptr) continue;
    max_congestion_ = std::max(max_congestion_, slots->count);
    under_way_.end(id);
    ++dispatches_;
  }
}

std::uint64_t Statistics::max_congestion() const {
  std::uint64_t most = max_congestion_;
  under_way_.for_each(
      [&most](DispatchId /*id*/, const Slots& slots) { most = std::max(most, slots.count); });
  return most;
}

}  // namespace superwarp::tb
