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
  std::uint64_t most = max_congestion_;
  under_way_.for_each_served(unit, [&most, time = unit.time](Slots* slots) {
    if (slots == nullptr) return;
    slots->count += slots->last != time ? 1 : 0;
    slots->last = time;
    most = std::max(most, slots->count);
  });
  max_congestion_ = most;
  for (const DispatchId id : unit.completed) {
    if (under_way_.find(id) == nullptr) continue;
    under_way_.end(id);
    ++dispatches_;
  }
}

}  // namespace superwarp::tb
