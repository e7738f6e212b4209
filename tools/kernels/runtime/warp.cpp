// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/warp.h"

#include <algorithm>
#include <utility>

namespace superwarp::record {
namespace {

/// Steps that the lowest instruction may take while other lanes wait. After that the lane probably
/// spins until another lane acts, and the others go first.
constexpr std::uint32_t kPatience = 50'000;

}  // namespace

void Warp::begin(std::uint32_t lanes) {
  live = running = lanes;
  queued = joining = at_barrier = at_grid = parked = meeting = patience = meetings = 0;
  order.clear();
}

void Warp::queue(std::uint32_t number) {
  const Step& first = lane[number].front();
  pc[number] = first.pc;
  event[number] = first.kind;
  (first.kind == Event::kJoin ? joining : queued) |= bit(number);
}

void Warp::join() {
  const auto place = [this](std::uint32_t number) {
    const Step& step = lane[number].front();
    return std::make_pair(~step.time, step.address);  // within calls first
  };
  auto first = place(lowest(joining));
  for (std::uint32_t left = joining; left != 0; left &= left - 1)
    first = std::min(first, place(lowest(left)));
  std::uint32_t lanes = 0;
  for (std::uint32_t left = joining; left != 0; left &= left - 1)
    if (place(lowest(left)) == first) lanes |= bit(lowest(left));
  take(lanes, false);
}

std::uint32_t Warp::choose() {
  if (patience > kPatience && joining != 0) {
    patience = 0;
    take(joining, false);
  }
  std::uint32_t first = lowest(queued);
  if (patience > kPatience) {
    for (std::uint32_t left = queued; left != 0; left &= left - 1) {
      if (pc[lowest(left)] >= pc[first]) first = lowest(left);
    }
    patience = 0;
  } else {
    for (std::uint32_t left = queued; left != 0; left &= left - 1) {
      if (pc[lowest(left)] < pc[first]) first = lowest(left);
    }
  }
  std::uint32_t lanes = 0;
  for (std::uint32_t left = queued; left != 0; left &= left - 1) {
    const std::uint32_t one = lowest(left);
    if (pc[one] == pc[first] && event[one] == event[first]) lanes |= bit(one);
  }
  patience = lanes == (queued | joining) ? 0 : patience + 1;
  return lanes;
}

void Warp::take(std::uint32_t lanes, bool wait) {
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const std::uint32_t one = lowest(left);
    lane[one].pop();
    queued &= ~bit(one);
    joining &= ~bit(one);
    if (!lane[one].empty()) {
      queue(one);
    } else if (!wait) {
      running |= bit(one);
    }
  }
}

void Warp::resume(std::uint32_t lanes) {
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const std::uint32_t one = lowest(left);
    Step step;
    step.pc = pc[one];
    lane[one].push(step);
    queue(one);
  }
}

std::uint32_t Warp::changed(std::uint32_t lanes) const {
  std::uint32_t result = 0;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    const std::uint32_t one = lowest(left);
    if (*word[one] != old[one]) result |= bit(one);
  }
  return result;
}

std::uint32_t Warp::complete_meeting() const {
  for (std::uint32_t left = meeting; left != 0; left &= left - 1) {
    const std::uint32_t wanted = mask[lowest(left)] & live;
    if ((meeting & wanted) != wanted) continue;
    bool agree = true;
    for (std::uint32_t rest = wanted; rest != 0; rest &= rest - 1)
      agree = agree && (mask[lowest(rest)] & live) == wanted;
    if (agree) return wanted;
  }
  return 0;
}

}  // namespace superwarp::record
