// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <optional>
#include <stdexcept>

#include "model/machine/machine.h"
#include "model/machine/threads.h"
#include "model/reference/hierarchy_memory.h"
#include "model/reference/ready_warps.h"
#include "model/reference/tally.h"

namespace superwarp::model {
namespace {

const Machine& checked_hierarchy(const Machine& machine) {
  if (machine.hierarchy && machine.hierarchy->multiprocessors >= 1) return machine;
  throw std::invalid_argument("a hierarchical machine has at least one multiprocessor");
}

/// The hierarchical memory machine: docs/spec/hierarchy.md in C++, time unit by time unit.
class HierarchyModel final : public Model {
 public:
  /// `program` must outlive this. Throws std::invalid_argument for an invalid machine, a machine
  /// without hierarchy, and a program that does not fit it.
  HierarchyModel(const Program& program, const Machine& machine, ModelOptions options = {});

  /// In handover order, within a time unit by memory. Simulates until the dispatch is complete.
  bool next(Expected& expected) override;

  void run(const std::function<void(double)>& progress = {}) override;

  /// Of shared memory 0.
  [[nodiscard]] Word word(Address address) const override { return word_in(0, address); }
  [[nodiscard]] Word word_in(std::uint32_t memory, Address address) const override;

  [[nodiscard]] const Figures& totals() const override { return tally_.totals(); }

 private:
  void step();
  void hand_over();
  [[nodiscard]] bool all_ready() const;
  void push(HierarchyMemory& memory, std::uint32_t super_warp);
  void finish(HandedOver& complete);

  std::uint32_t multiprocessors_;
  bool with_data_;
  Threads threads_;
  ReadyWarps warps_;
  Tally tally_;
  bool issues_;                                             ///< has an issue stage
  std::vector<std::unique_ptr<HierarchyMemory>> memories_;  ///< the last is the global one
  std::vector<bool> busy_;                                  ///< by memory, in this time unit
  std::uint32_t arbiter_ = 0;  ///< the successor of the multiprocessor served last
  std::uint64_t time_ = 0;     ///< time units simulated so far
  std::uint32_t under_way_ = 0;
  bool over_ = false;
  std::function<void(double)> progress_;
  bool telling_ = false;                ///< next() returns dispatches; run() does not
  std::deque<HandedOver*> queue_;       ///< handed over and not yet returned, in order
  std::deque<HandedOver> handed_over_;  ///< owns all entries
  std::vector<HandedOver*> spare_;      ///< unused entries
  std::vector<HandedOver*> complete_;   ///< in this time unit
};

HierarchyModel::HierarchyModel(const Program& program, const Machine& machine, ModelOptions options)
    : multiprocessors_(checked_hierarchy(machine).multiprocessors()),
      with_data_(options.with_data),
      threads_(program, machine),
      warps_(threads_, &machine),
      tally_(program, machine),
      issues_(machine.issue.has_value()),
      busy_(machine.memories()) {
  for (std::uint32_t number = 0; number < machine.memories(); ++number) {
    const Image* const image = number < multiprocessors_ ? &program : program.global();
    memories_.push_back(make_hierarchy_memory(memory_of(machine, number), image, options));
  }
}

bool HierarchyModel::next(Expected& expected) {
  telling_ = true;
  while (queue_.empty() || !queue_.front()->complete) {
    if (over_) return false;
    step();
  }
  std::swap(expected, queue_.front()->expected);
  spare_.push_back(queue_.front());
  queue_.pop_front();
  return true;
}

void HierarchyModel::run(const std::function<void(double)>& progress) {
  telling_ = false;
  for (HandedOver* const known : queue_) {
    if (known->complete) spare_.push_back(known);
  }
  queue_.clear();
  progress_ = progress;
  while (!over_) step();
  progress_ = {};
}

Word HierarchyModel::word_in(std::uint32_t memory, Address address) const {
  return memories_.at(memory)->word(address);
}

/// The end of one time unit and the next one without its end.
void HierarchyModel::step() {
  if (under_way_ == 0 && warps_.next_ready() == ReadyWarps::kNever) {
    over_ = true;
    if (issues_) tally_.end(warps_);
    return;
  }
  hand_over();
  if (under_way_ == 0 && all_ready() && !issues_)
    throw std::logic_error("a super warp is ready, all memories are, and no queue hands it over");
  ++time_;
  complete_.clear();
  for (std::size_t number = 0; number < memories_.size(); ++number)
    busy_[number] = memories_[number]->tick(complete_);
  tally_.count_busy(busy_);
  for (HandedOver* const complete : complete_) finish(*complete);
}

bool HierarchyModel::all_ready() const {
  return std::all_of(memories_.begin(), memories_.end(),
                     [](const auto& memory) { return memory->ready(); });
}

/// Hands a dispatch to every ready memory at the end of this time unit.
void HierarchyModel::hand_over() {
  for (std::uint32_t m = 0; m < multiprocessors_; ++m) {
    if (!memories_[m]->ready()) continue;
    if (const auto taken = warps_.take(time_ + 1, m)) push(*memories_[m], *taken);
  }
  HierarchyMemory& global = *memories_.back();
  if (!global.ready()) return;
  for (std::uint32_t i = 0; i < multiprocessors_; ++i) {
    const std::uint32_t m = (arbiter_ + i) % multiprocessors_;
    if (const auto taken = warps_.take(time_ + 1, multiprocessors_ + m)) {
      push(global, *taken);
      arbiter_ = m + 1;
      return;
    }
  }
}

void HierarchyModel::push(HierarchyMemory& memory, std::uint32_t super_warp) {
  if (spare_.empty()) spare_.push_back(&handed_over_.emplace_back());
  HandedOver& handed_over = *spare_.back();
  spare_.pop_back();
  handed_over.complete = false;
  Expected& expected = handed_over.expected;
  threads_.dispatch(super_warp, expected.dispatch);
  tally_.accept(expected.dispatch);
  expected.first_slot = time_ + 1;
  handed_over.goes_in = time_ + 1;
  memory.take(handed_over);
  ++under_way_;
  if (telling_) queue_.push_back(&handed_over);
  tally_.report(progress_, expected.dispatch.round);
}

/// Delivers the words read; the super warp continues.
void HierarchyModel::finish(HandedOver& complete) {
  const Expected& expected = complete.expected;
  const Dispatch& dispatch = expected.dispatch;
  if (with_data_ && dispatch.op == Op::kRead)
    threads_.deliver(dispatch.super_warp, expected.word.data());
  tally_.serve(expected.congestion, expected.first_slot + expected.congestion - 1,
               expected.first_slot - complete.goes_in, dispatch.memory);
  --under_way_;
  threads_.complete(dispatch.super_warp);
  warps_.completed(dispatch.super_warp, time_ + 1);
  complete.complete = true;
  if (!telling_) spare_.push_back(&complete);
}

}  // namespace

std::unique_ptr<Model> make_hierarchy_model(const Program& program, const Machine& machine,
                                            ModelOptions options) {
  return std::make_unique<HierarchyModel>(program, machine, options);
}

}  // namespace superwarp::model
