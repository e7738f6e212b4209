// SPDX-License-Identifier: Apache-2.0
#include "tb/relay.h"

#include <utility>

namespace superwarp::tb {
namespace {

template <class Part>
std::uint32_t append(std::vector<Part>& all, const std::vector<Part>& parts) {
  all.insert(all.end(), parts.begin(), parts.end());
  return static_cast<std::uint32_t>(parts.size());
}

/// Takes the next `count` parts.
template <class Part>
void take(const Part*& from, std::uint32_t count, std::vector<Part>& parts) {
  parts.assign(from, from + count);
  from += count;
}

}  // namespace

void Relay::Block::clear() {
  units.clear();
  ids.clear();
  events.clear();
  served.clear();
  taken.clear();
  words.clear();
  size = 0;
}

bool Relay::keep(const TimeUnit& now, const BenchState& state) {
  if (blocks_[filled_ % kBlocks].size >= kLanes && !hand_over()) return false;
  Block& block = blocks_[filled_ % kBlocks];
  Unit& unit = block.units.emplace_back();
  unit.time = now.time;
  unit.memory = now.memory;
  unit.one_dispatch = now.one_dispatch;
  unit.state = state;
  unit.accepted = append(block.ids, now.accepted);
  unit.completed = append(block.ids, now.completed);
  unit.events = append(block.events, now.events);
  unit.served = append(block.served, now.served);
  constexpr std::size_t kLeast = 8;  // a time unit without lanes takes memory, too
  block.size += unit.served + kLeast;
  return true;
}

bool Relay::keep(DispatchId id, const Dispatch& dispatch, const BenchState& state) {
  Block& block = blocks_[filled_ % kBlocks];
  ++block.units.back().dispatches;
  const std::uint32_t lanes = append(block.words, dispatch.address);
  if (dispatch.op == Op::kWrite) append(block.words, dispatch.data);
  block.taken.push_back(
      {id, dispatch.super_warp, dispatch.round, dispatch.op, dispatch.memory, lanes, state});
  return true;
}

void Relay::hear(const Block& block) {
  const DispatchId* ids = block.ids.data();
  const BankEvent* events = block.events.data();
  const Served* served = block.served.data();
  const Taken* taken = block.taken.data();
  const Word* words = block.words.data();
  TimeUnit now;
  Dispatch dispatch;
  for (const Unit& unit : block.units) {
    now.time = unit.time;
    now.memory = unit.memory;
    now.one_dispatch = unit.one_dispatch;
    take(ids, unit.accepted, now.accepted);
    take(ids, unit.completed, now.completed);
    take(events, unit.events, now.events);
    take(served, unit.served, now.served);
    listeners_.hear(now, unit.state);
    for (const Taken* const end = taken + unit.dispatches; taken != end; ++taken) {
      dispatch.super_warp = taken->super_warp;
      dispatch.round = taken->round;
      dispatch.op = taken->op;
      dispatch.memory = taken->memory;
      take(words, taken->lanes, dispatch.address);
      if (dispatch.op == Op::kWrite) take(words, taken->lanes, dispatch.data);
      listeners_.hear(taken->id, dispatch, taken->state);
    }
  }
}

/// Gives the block to the second thread and waits for a free one. A run of one block starts no
/// thread.
bool Relay::hand_over() {
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  std::unique_lock lock(mutex_);
  ++filled_;
  changed_.notify_all();
  changed_.wait(lock, [this] { return filled_ - heard_ < kBlocks; });
  blocks_[filled_ % kBlocks].clear();
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  return !over_;
}

/// The second thread.
void Relay::work() {
  std::unique_lock lock(mutex_);
  for (;; ++heard_, changed_.notify_all()) {
    changed_.wait(lock, [this] { return stop_ || heard_ < filled_; });
    if (heard_ == filled_) return;
    if (over_) continue;
    lock.unlock();
    std::exception_ptr thrown;
    try {
      hear(blocks_[heard_ % kBlocks]);
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    thrown_ = thrown;
    over_ = thrown || listeners_.disagreement();
  }
}

void Relay::finish() {
  stop();
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  if (!over_) hear(blocks_[filled_ % kBlocks]);
}

void Relay::stop() {
  if (!thread_.joinable()) return;
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

}  // namespace superwarp::tb
