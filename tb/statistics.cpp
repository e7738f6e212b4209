// SPDX-License-Identifier: Apache-2.0
#include "tb/statistics.h"

#include <algorithm>

namespace superwarp::tb {
namespace {

/// Do all lanes, at least one, belong to one dispatch?
bool one_dispatch(const std::vector<Served>& served) {
  if (served.empty() || served.front().dispatch != served.back().dispatch) return false;
  DispatchId differ = 0;
  for (const Served& one : served) differ |= one.dispatch ^ served.front().dispatch;
  return differ == 0;
}

}  // namespace

void Statistics::count(const TimeUnit& unit) {
  ++cycles_;
  for (const DispatchId id : unit.accepted) under_way_.begin(id) = {};
  if (!unit.accepted.empty()) last_sign_ = cycles_;
  if (unit.events.empty()) return;
  last_sign_ = cycles_;
  time_units_ = unit.time;
  ++slots_;
  std::uint64_t most = max_congestion_;
  const auto serve = [&most, time = unit.time](Slots* slots) {
    if (slots == nullptr) return;
    slots->count += slots->last != time ? 1 : 0;
    slots->last = time;
    most = std::max(most, slots->count);
  };
  if (one_dispatch(unit.served)) {
    serve(under_way_.find(unit.served.front().dispatch));
  } else {
    under_way_.for_each_served(unit, [&serve](Slots* slots, const Served&) { serve(slots); });
  }
  max_congestion_ = most;
  for (const DispatchId id : unit.completed) {
    if (under_way_.find(id) == nullptr) continue;
    under_way_.end(id);
    ++dispatches_;
  }
}

}  // namespace superwarp::tb
