// SPDX-License-Identifier: Apache-2.0
#include "tb/relay.h"

#include <utility>

namespace superwarp::tb {
void Relay::Block::clear() {
  kept.clear();
  units.clear();
  taken.clear();
  words.clear();
}

bool Relay::keep(sysc::RtlUnit& unit, BenchState state) {
  Block& block = blocks_[filled_ % kBlocks];
  unit.keep(block.kept);
  block.units.emplace_back().state = state;  // a copy of a whole temporary stalls the processor
  return true;
}

bool Relay::keep(DispatchId id, const Dispatch& dispatch, BenchState state) {
  Block& block = blocks_[filled_ % kBlocks];
  ++block.units.back().dispatches;
  const auto add = [&](const std::vector<Word>& lanes) {
    block.words.insert(block.words.end(), lanes.begin(), lanes.end());
  };
  add(dispatch.address);
  if (dispatch.op == Op::kWrite) add(dispatch.data);
  Taken& taken = block.taken.emplace_back();
  taken.id = id;
  taken.super_warp = dispatch.super_warp;
  taken.round = dispatch.round;
  taken.op = dispatch.op;
  taken.memory = dispatch.memory;
  taken.lanes = static_cast<std::uint32_t>(dispatch.address.size());
  taken.state = state;
  return true;
}

void Relay::hear(const Block& block) {
  KeptUnits::Place kept = block.kept.begin();
  std::size_t at = 0;  // the unit
  const Taken* taken = block.taken.data();
  const Word* words = block.words.data();
  Dispatch dispatch;
  const auto take = [&](std::vector<Word>& lanes) {
    lanes.assign(words, words + taken->lanes);
    words += taken->lanes;
    // Another core has written what follows, so it comes slowly.
    for (std::uint32_t i = 0; i < taken->lanes; i += 16)
      __builtin_prefetch(words + taken->lanes + i);
  };
  for (const Unit& unit : block.units) {
    listeners_.hear(readers_[at]->next(kept), unit.state);
    at = at + 1 == readers_.size() ? 0 : at + 1;
    for (const Taken* const end = taken + unit.dispatches; taken != end; ++taken) {
      dispatch.super_warp = taken->super_warp;
      dispatch.round = taken->round;
      dispatch.op = taken->op;
      dispatch.memory = taken->memory;
      take(dispatch.address);
      if (dispatch.op == Op::kWrite) take(dispatch.data);
      listeners_.hear(taken->id, dispatch, taken->state);
    }
  }
}

/// Gives the block to the second thread and takes a free one. While there is none, it predicts for
/// the second thread, or waits. A run of one block starts no thread.
bool Relay::hand_over() {
  if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
  std::unique_lock lock(mutex_);
  ++filled_;
  if (filled_ - heard_ == kAtOnce) changed_.notify_all();
  for (bool full = filled_ - heard_ >= kBlocks; full; full = filled_ - heard_ > kBlocks - kAtOnce) {
    lock.unlock();
    const bool useful = listeners_.predict();
    lock.lock();
    if (!useful) changed_.wait(lock, [this] { return filled_ - heard_ <= kBlocks - kAtOnce; });
  }
  blocks_[filled_ % kBlocks].clear();
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
  return !over_;
}

/// The second thread.
void Relay::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (heard_ == filled_)
      changed_.wait(lock, [this] { return stop_ || filled_ - heard_ >= kAtOnce; });
    if (heard_ == filled_) return;
    if (!over_) {
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
    ++heard_;
    if (filled_ - heard_ == kBlocks - kAtOnce) changed_.notify_all();
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
