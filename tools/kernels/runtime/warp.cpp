// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/warp.h"

#include <algorithm>
#include <utility>

namespace superwarp::record {
namespace {

/// Steps that the lowest instruction may take while other lanes wait. After that the lane probably
/// spins until another lane acts, and the others go first.
constexpr std::uint32_t kPatience = 50'000;

constexpr std::uint32_t kWord = 4;
/// Keys that stay side by side, because lanes access words side by side.
constexpr std::uint32_t kRow = 32;

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
  for (std::uint32_t left = joining; left != 0; left &= left - 1) first = std::min(first, place(lowest(left)));
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

bool Warp::breaks_order(std::uint32_t lanes) {
  bool breaks = false;
  for (std::uint32_t left = lanes; left != 0 && !breaks; left &= left - 1)
    breaks = order.breaks(lane[lowest(left)].front());
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) order.note(lane[lowest(left)].front());
  return breaks;
}

Order::Entry& Order::entry(std::uintptr_t key) {
  const std::size_t last = entries_.size() - 1;
  const std::uint64_t row = key / kRow * 0x9e3779b97f4a7c15U >> 32U;
  std::size_t place = (row * kRow + key % kRow) & last;
  while (entries_[place].stamp == stamp_ && entries_[place].key != key) place = (place + 1) & last;
  Entry& found = entries_[place];
  if (found.stamp != stamp_) {
    if (2 * ++used_ > entries_.size()) {
      grow();
      return entry(key);
    }
    found = Entry();
    found.key = key;
    found.stamp = stamp_;
  }
  return found;
}

void Order::grow() {
  if (entries_.size() == kMost) {
    clear();
    return;
  }
  std::vector<Entry> old(2 * entries_.size());
  old.swap(entries_);
  used_ = 0;
  for (const Entry& one : old) {
    if (one.stamp == stamp_) entry(one.key) = one;
  }
}

bool Order::breaks(const Entry& entry, const Step& step) {
  const std::uint32_t time = step.time;
  if (step.kind == Event::kLoad) return entry.stored > time || entry.changed > time;
  if (is_atomic(step.kind)) return entry.loaded > time || entry.stored > time;
  // Lanes that store to one place by one instruction may be setting a flag.
  return entry.loaded > time || entry.changed > time || (entry.stored > time && entry.store_pc != step.pc);
}

void Order::note(Entry& entry, const Step& step) {
  if (step.kind == Event::kLoad) {
    entry.loaded = std::max(entry.loaded, step.time);
  } else if (is_atomic(step.kind)) {
    entry.changed = std::max(entry.changed, step.time);
  } else {
    entry.stored = std::max(entry.stored, step.time);
    entry.store_pc = step.pc;
  }
}

bool Order::breaks(const Step& step) {
  const std::uintptr_t end = step.address + step.bytes;
  for (std::uintptr_t at = step.address; at < end; at = at / kWord * kWord + kWord) {
    const Entry& word = entry(at / kWord);
    if (breaks(word, step)) return true;
    if (!word.bytes) continue;
    for (std::uintptr_t byte = at; byte < std::min(end, at / kWord * kWord + kWord); ++byte) {
      if (breaks(entry(byte | kByteKey), step)) return true;
    }
  }
  return false;
}

void Order::note(const Step& step) {
  const std::uintptr_t end = step.address + step.bytes;
  for (std::uintptr_t at = step.address; at < end; at = at / kWord * kWord + kWord) {
    const bool whole = at % kWord == 0 && end - at >= kWord;
    if (whole) {
      note(entry(at / kWord), step);
      continue;
    }
    entry(at / kWord).bytes = true;
    for (std::uintptr_t byte = at; byte < std::min(end, at / kWord * kWord + kWord); ++byte)
      note(entry(byte | kByteKey), step);
  }
}

}  // namespace superwarp::record
