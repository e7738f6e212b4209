// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/order.h"

#include <algorithm>

namespace superwarp::record {
namespace {

constexpr std::uint32_t kWord = 4;
/// Keys that stay side by side, because lanes access words side by side.
constexpr std::uint32_t kRow = 32;

}  // namespace

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
  return entry.loaded > time || entry.changed > time ||
         (entry.stored > time && entry.store_pc != step.pc);
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
