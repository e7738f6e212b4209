// SPDX-License-Identifier: Apache-2.0
#include "tb/statistics.h"

#include <algorithm>

namespace superwarp::tb {

void Statistics::count(const TimeUnit& unit) {
  ++cycles_;
  for (const DispatchId id : unit.accepted) under_way_.begin(id) = {};
  if (!unit.accepted.empty()) last_sign_ = cycles_;
  if (unit.events.empty()) return;
  last_sign_ = cycles_;
  time_units_ = unit.time;
  ++slots_;
  // Often all that a time unit serves is of one dispatch.
  DispatchId known = unit.served.empty() ? 0 : ~unit.served.front().dispatch;
  for (const Served& served : unit.served) {
    if (served.dispatch == known) continue;
    known = served.dispatch;
    Slots* const slots = under_way_.find(known);
    if (slots == nullptr) continue;
    slots->count += slots->last != unit.time ? 1 : 0;
    slots->last = unit.time;
    max_congestion_ = std::max(max_congestion_, slots->count);
  }
  for (const DispatchId id : unit.completed) {
    if (under_way_.find(id) == nullptr) continue;
    under_way_.end(id);
    ++dispatches_;
  }
}

}  // namespace superwarp::tb
