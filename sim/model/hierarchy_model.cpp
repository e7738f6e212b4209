// SPDX-License-Identifier: Apache-2.0
#include "sim/model/hierarchy_model.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include "sim/model/stepper.h"

namespace superwarp::model {
namespace {

/// What `memory` starts with, in no time. Units start with tokens.
void fill(Stepper& memory, const Image& image) {
  for (std::uint64_t i = 0; i < image.words(); ++i) {
    const auto address = static_cast<Address>(i);
    const Word word = image.initial(address);
    if (word != initial_token(address)) memory.set_word(address, word);
  }
}

const Machine& checked(const Machine& machine) {
  if (machine.hierarchy && machine.hierarchy->multiprocessors >= 1) return machine;
  throw std::invalid_argument("a hierarchical machine has at least one multiprocessor");
}

}  // namespace

HierarchyModel::HierarchyModel(const Program& program, const Machine& machine, ModelOptions options)
    : multiprocessors_(checked(machine).multiprocessors()),
      with_data_(options.with_data),
      threads_(program, machine),
      warps_(threads_),
      tally_(program, machine),
      memories_(machine.memories()) {
  for (std::uint32_t number = 0; number < memories_.size(); ++number) {
    const Machine alone = memory_of(machine, number);
    Memory& memory = memories_[number];
    memory.unit = make_stepper(alone, options);
    memory.latency = alone.latency;
    const Image* const image = number < multiprocessors_ ? &program : program.global();
    if (with_data_ && image != nullptr) fill(*memory.unit, *image);
  }
}

bool HierarchyModel::next(Expected& expected) {
  telling_ = true;
  while (queue_.empty() || !queue_.front()->complete) {
    if (over_) return false;
    step();
  }
  std::swap(expected, queue_.front()->expected);
  queue_.pop_front();
  return true;
}

void HierarchyModel::run(const std::function<void(double)>& progress) {
  telling_ = false;
  queue_.clear();
  progress_ = progress;
  while (!over_) step();
  progress_ = {};
}

Word HierarchyModel::word_in(std::uint32_t memory, Address address) const {
  return memories_.at(memory).unit->word(address);
}

/// The end of one time unit, and the next one up to there.
void HierarchyModel::step() {
  if (under_way_ == 0 && warps_.next_ready() == ReadyWarps::kNever) {
    over_ = true;
    return;
  }
  hand_over();
  ++time_;
  std::vector<bool> busy(memories_.size());
  for (std::size_t number = 0; number < memories_.size(); ++number) {
    Memory& memory = memories_[number];
    const TimeUnit& now = memory.unit->tick();
    busy[number] = !now.events.empty();
    hear(memory, now);
  }
  tally_.count_busy(busy);
}

/// What the queues hand over at the end of this time unit, to every memory that is ready.
void HierarchyModel::hand_over() {
  for (std::uint32_t m = 0; m < multiprocessors_; ++m) {
    if (!memories_[m].unit->ready()) continue;
    if (const auto taken = warps_.take(time_ + 1, m)) push(memories_[m], *taken);
  }
  Memory& global = memories_.back();
  if (!global.unit->ready()) return;
  for (std::uint32_t i = 0; i < multiprocessors_; ++i) {
    const std::uint32_t m = (arbiter_ + i) % multiprocessors_;
    if (const auto taken = warps_.take(time_ + 1, multiprocessors_ + m)) {
      push(global, *taken);
      arbiter_ = m + 1;
      return;
    }
  }
}

void HierarchyModel::push(Memory& memory, std::uint32_t super_warp) {
  const auto dispatched = std::make_shared<UnderWay>();
  Expected& expected = dispatched->expected;
  threads_.dispatch(super_warp, expected.dispatch);
  tally_.accept(expected.dispatch);
  expected.first_slot = time_ + 1;
  expected.slot.resize(expected.dispatch.address.size());
  if (with_data_ && expected.dispatch.op == Op::kRead)
    expected.word.resize(expected.dispatch.address.size());
  memory.under_way[memory.unit->push(expected.dispatch)] = dispatched;
  ++under_way_;
  if (telling_) queue_.push_back(dispatched);
  tally_.report(progress_, expected.dispatch.round);
}

/// Who waits for it learns of what `memory` served and completed.
void HierarchyModel::hear(Memory& memory, const TimeUnit& now) {
  const std::uint64_t entered = time_ + 1 - memory.latency;  // when what is seen now was served
  for (const Served& served : now.served) {
    Expected& expected = memory.under_way.at(served.dispatch)->expected;
    expected.slot[served.lane] = static_cast<std::uint32_t>(entered - expected.first_slot);
    if (!with_data_ || expected.dispatch.op == Op::kWrite) continue;
    expected.word[served.lane] = served.word;
    threads_.deliver(expected.dispatch.super_warp, served.lane, served.word);
  }
  for (const DispatchId id : now.completed) {
    UnderWay& complete = *memory.under_way.at(id);
    Expected& expected = complete.expected;
    const std::uint32_t super_warp = expected.dispatch.super_warp;
    expected.congestion = static_cast<std::uint32_t>(entered - expected.first_slot + 1);
    tally_.serve(expected.congestion, entered, expected.dispatch.memory);
    complete.complete = true;
    memory.under_way.erase(id);
    --under_way_;
    threads_.complete(super_warp);
    warps_.completed(super_warp, time_ + 1);
  }
}

}  // namespace superwarp::model
