// SPDX-License-Identifier: Apache-2.0
#include "tb/listeners.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "model/machine/machine.h"

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
  under_way_.for_each([&most](DispatchId /*id*/, const Slots& slots) { most = std::max(most, slots.count); });
  return most;
}

Listeners::Listeners(const std::vector<LawfulChecker*>& lawful, const Machine& machine, const BenchOptions& options)
    : records_(options.record) {
  if (options.reference != nullptr) timed_.emplace(machine, *options.reference);
  if (lawful.size() > 1) busy_.memory.resize(lawful.size());
  for (std::uint32_t number = 0; number < lawful.size(); ++number) {
    const Machine alone = memory_of(machine, number);
    memories_.push_back({lawful[number], {}});
    patience_ = std::max(patience_, std::uint64_t{alone.latency} + alone.lanes() + 16);
  }
}

void Listeners::hear(const TimeUnitView& now, BenchState state) {
  if (disagreement_) return;
  last_ = state.last;
  memories_[at_].statistics.count(now);
  if (!busy_.memory.empty()) count_busy(now);
  if (records_) record(now);
  disagreement_ = judge(now, state);
  at_ = at_ + 1 == memories_.size() ? 0 : at_ + 1;
}

std::optional<Disagreement> Listeners::judge(const TimeUnitView& now, BenchState state) {
  std::optional<Disagreement> wrong = memories_[at_].lawful->check(now);
  if (!wrong && timed_) wrong = timed_->check(now);
  if (!wrong && state.assertion_failed != 0)
    wrong = Disagreement{Clause::kAssertion, now.time, 0, "an assertion of the RTL failed"};
  if (!wrong && state.expected > patience_ && is_silent()) {
    wrong = Disagreement{Clause::kSilent, now.time, 0,
                         fmt::format("time unit {}: the RTL has not answered for {} cycles", now.time, patience_)};
  }
  return wrong;
}

bool Listeners::is_silent() const {
  return std::all_of(memories_.begin(), memories_.end(),
                     [this](const Memory& memory) { return memory.statistics.quiet() > patience_; });
}

/// Only with several memories, the last of which is the global one.
void Listeners::count_busy(const TimeUnitView& now) {
  const bool busy = !now.events.empty();
  if (busy) ++busy_.memory[now.memory];
  if (at_ + 1 < memories_.size()) {
    shared_busy_ = shared_busy_ || busy;
    return;
  }
  if (shared_busy_ && !busy) ++busy_.shared_alone;
  shared_busy_ = false;
}

void Listeners::record(const TimeUnitView& now) {
  if (!now.events.empty()) recording_.units.push_back(now.kept());
  for (const DispatchId id : now.accepted) {
    if (recording_.accepted.size() <= id) recording_.accepted.resize(std::size_t{id} + 1);
    recording_.accepted[id] = now.time;
  }
}

void Listeners::hear(DispatchId id, const Dispatch& dispatch, BenchState state) {
  if (disagreement_) return;
  last_ = state.last;
  std::uint32_t requests = 0;  // as wide as an address, for vectorised code
  for (const Address address : dispatch.address) requests += address != kInactive ? 1 : 0;
  requests_ += requests;
  memories_[dispatch.memory].lawful->offered(id, dispatch);
  if (records_) recording_.dispatches.push_back(dispatch);
  if (timed_) disagreement_ = timed_->offered(id, dispatch);
}

void Listeners::hear_end(BenchState state, const std::optional<Disagreement>& found) {
  if (disagreement_) return;
  last_ = state.last;
  disagreement_ = found;
  for (const Memory& memory : memories_) {
    if (!disagreement_) disagreement_ = memory.lawful->finish();
  }
  if (!disagreement_ && timed_) disagreement_ = timed_->finish();
}

BenchResult Listeners::result() {
  BenchResult result;
  result.time_units = last_;
  for (const Memory& memory : memories_) {
    const Statistics& statistics = memory.statistics;
    result.time_units = std::max(result.time_units, statistics.time_units());
    result.slots += statistics.slots();
    result.max_congestion = std::max(result.max_congestion, statistics.max_congestion());
    result.dispatches += statistics.dispatches();
    result.cycles = statistics.cycles();
  }
  result.requests = requests_;
  result.busy = busy_;
  result.recording = std::move(recording_);
  result.disagreement = disagreement_;
  return result;
}

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
  sysc::KeptUnits::Place kept = block.kept.begin();
  std::size_t at = 0;  // the unit
  const Taken* taken = block.taken.data();
  const Word* words = block.words.data();
  Dispatch dispatch;
  const auto take = [&](std::vector<Word>& lanes) {
    lanes.assign(words, words + taken->lanes);
    words += taken->lanes;
    // Another core has written what follows, so it comes slowly.
    for (std::uint32_t i = 0; i < taken->lanes; i += 16) __builtin_prefetch(words + taken->lanes + i);
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
    if (heard_ == filled_) changed_.wait(lock, [this] { return stop_ || filled_ - heard_ >= kAtOnce; });
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
