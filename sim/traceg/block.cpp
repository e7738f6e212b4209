// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/block.h"

#include <iterator>

namespace superwarp::traceg {

BlockSet::Place BlockSet::after(Place place) const {
  ++place[2];
  if (!grid_ || place[2] < (*grid_)[0]) return place;
  place[2] = 0;
  if (++place[1] < (*grid_)[1]) return place;
  place[1] = 0;
  ++place[0];
  return place;
}

bool BlockSet::add(const Dim3& block) {
  const Place place = {block[2], block[1], block[0]};
  const auto next = runs_.upper_bound(place);
  Place last = place;
  const bool meets_next = next != runs_.end() && next->first == after(place);
  if (meets_next) last = next->second;
  if (next != runs_.begin()) {
    const auto before = std::prev(next);
    if (before->second >= place) return false;
    if (after(before->second) == place) {
      before->second = last;
      if (meets_next) runs_.erase(next);
      return true;
    }
  }
  if (meets_next) runs_.erase(next);
  runs_.emplace(place, last);
  return true;
}

}  // namespace superwarp::traceg
