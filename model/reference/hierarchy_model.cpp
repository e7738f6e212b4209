// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <stdexcept>
#include <unordered_map>

#include "model/machine/machine.h"
#include "model/machine/refuse.h"
#include "model/machine/threads.h"
#include "model/reference/memory.h"
#include "model/reference/ready_warps.h"
#include "model/reference/reference_model.h"
#include "model/reference/stepper.h"
#include "model/reference/stream_model.h"
#include "model/reference/tally.h"

namespace superwarp::model {
namespace {

/// A dispatch of the hierarchical machine after its handover to a memory.
struct HandedOver {
  Expected expected;
  std::uint64_t goes_in = 0;  ///< time unit of its first warp
  bool complete = false;
};

/// One memory of the hierarchical machine, time unit by time unit.
class HierarchyMemory {
 public:
  virtual ~HierarchyMemory() = default;

  /// May a dispatch be handed over at the end of the time unit of the last tick()?
  [[nodiscard]] virtual bool ready() const = 0;

  /// Takes over `handed_over`, with its dispatch, which goes in in the next time unit, its first
  /// slot unless an RPU delays it. The rest of its Expected is set when it completes.
  virtual void take(HandedOver& handed_over) = 0;

  /// Simulates the next time unit and appends the dispatches that are complete at its end. Does a
  /// bank make an access in it?
  virtual bool tick(std::vector<HandedOver*>& complete) = 0;

  [[nodiscard]] virtual Word word(Address address) const = 0;
};

/// One dispatch after another. A dispatch is served when it is taken, because no other can precede
/// its last slot; only its times remain to be reported.
class BatchMemory final : public HierarchyMemory {
 public:
  BatchMemory(const Machine& machine, const Image* image, ModelOptions options)
      : contents_(machine),
        unit_(machine, !options.with_data ? nullptr
                       : image != nullptr ? image
                                          : &contents_),
        latency_(machine.latency) {}

  [[nodiscard]] bool ready() const override { return time_ >= last_slot_; }

  void take(HandedOver& handed_over) override {
    Expected& expected = handed_over.expected;
    unit_.serve(expected, true);
    last_slot_ = expected.first_slot + expected.congestion - 1;
    under_way_.push_back({expected.first_slot + latency_ - 1, last_slot_ + latency_ - 1, &handed_over});
  }

  bool tick(std::vector<HandedOver*>& complete) override {
    ++time_;
    if (under_way_.empty() || time_ < under_way_.front().first) return false;
    if (time_ < under_way_.front().last) return true;
    complete.push_back(under_way_.front().handed_over);
    under_way_.pop_front();
    return true;
  }

  [[nodiscard]] Word word(Address address) const override { return unit_.memory()->word(address); }

 private:
  /// The time units in which a dispatch's slots reach the banks.
  struct UnderWay {
    std::uint64_t first;
    std::uint64_t last;
    HandedOver* handed_over;
  };

  Contents contents_;
  BatchUnit unit_;
  std::uint64_t latency_;
  std::uint64_t time_ = 0;
  std::uint64_t last_slot_ = 0;  ///< of the last dispatch taken
  std::deque<UnderWay> under_way_;
};

/// Dispatches that overlap, or go in while others are served.
class OverlappingMemory final : public HierarchyMemory {
 public:
  OverlappingMemory(const Machine& machine, const Image* image, ModelOptions options)
      : unit_(make_stepper(machine, options)),
        latency_(machine.latency),
        overlaps_(machine.overlaps()),
        with_data_(options.with_data) {
    if (image == nullptr || !with_data_) return;
    for (std::uint64_t i = 0; i < image->words(); ++i) {
      const auto address = static_cast<Address>(i);
      const Word word = image->initial(address);
      if (word != initial_token(address)) unit_->set_word(address, word);  // steppers start so
    }
  }

  [[nodiscard]] bool ready() const override { return unit_->ready(); }

  void take(HandedOver& handed_over) override {
    Expected& expected = handed_over.expected;
    expected.slot.assign(expected.dispatch.address.size(), 0);
    if (with_data_) expected.word.resize(expected.dispatch.address.size());
    under_way_[unit_->push(expected.dispatch)] = &handed_over;
  }

  bool tick(std::vector<HandedOver*>& complete) override {
    const TimeUnit& now = unit_->tick();
    const std::uint64_t slot = now.time + 1 - latency_;  // the slot that reaches the banks now
    for (const Served& served : now.served) {
      HandedOver& handed_over = *under_way_.at(served.dispatch);
      Expected& expected = handed_over.expected;
      if (!overlaps_ && expected.first_slot == handed_over.goes_in) expected.first_slot = slot;
      expected.slot[served.lane] = static_cast<std::uint32_t>(slot - expected.first_slot);
      if (with_data_) expected.word[served.lane] = served.word;
    }
    for (const DispatchId id : now.completed) {
      const auto found = under_way_.find(id);
      Expected& expected = found->second->expected;
      expected.congestion = static_cast<std::uint32_t>(slot - expected.first_slot + 1);
      complete.push_back(found->second);
      under_way_.erase(found);
    }
    return !now.events.empty();
  }

  [[nodiscard]] Word word(Address address) const override { return unit_->word(address); }

 private:
  std::unique_ptr<Stepper> unit_;
  std::uint64_t latency_;
  bool overlaps_;
  bool with_data_;
  std::unordered_map<DispatchId, HandedOver*> under_way_;  ///< by the unit's ids
};

/// The model of `machine`, one of the memories, with the initial words of `image`, which must
/// outlive it; null: unused.
std::unique_ptr<HierarchyMemory> make_hierarchy_memory(const Machine& machine, const Image* image,
                                                       ModelOptions options) {
  if (machine.overlaps() || machine.rpu == Rpu::kSerial)
    return std::make_unique<OverlappingMemory>(machine, image, options);
  return std::make_unique<BatchMemory>(machine, image, options);
}

const Machine& checked_hierarchy(const Machine& machine) {
  if (machine.hierarchy && machine.hierarchy->multiprocessors >= 1) return machine;
  refuse("a hierarchical machine has at least one multiprocessor");
}

/// The hierarchical memory machine: docs/spec/hierarchy.md in C++, time unit by time unit.
class HierarchyModel final : public Model {
 public:
  HierarchyModel(const Program& program, const Machine& machine, ModelOptions options)
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

  /// In handover order, within a time unit by memory. Simulates until the dispatch is complete.
  bool next(Expected& expected) override {
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

  void run(const std::function<void(double)>& progress) override {
    telling_ = false;
    for (HandedOver* const known : queue_) {
      if (known->complete) spare_.push_back(known);
    }
    queue_.clear();
    progress_ = progress;
    while (!over_) step();
    progress_ = {};
  }

  /// Of shared memory 0.
  [[nodiscard]] Word word(Address address) const override { return word_in(0, address); }
  [[nodiscard]] Word word_in(std::uint32_t memory, Address address) const override {
    return memories_.at(memory)->word(address);
  }

  [[nodiscard]] const Figures& totals() const override { return tally_.totals(); }

 private:
  /// The end of one time unit and the next one without its end.
  void step() {
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

  [[nodiscard]] bool all_ready() const {
    return std::all_of(memories_.begin(), memories_.end(), [](const auto& memory) { return memory->ready(); });
  }

  /// Hands a dispatch to every ready memory at the end of this time unit.
  void hand_over() {
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

  void push(HierarchyMemory& memory, std::uint32_t super_warp) {
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
  void finish(HandedOver& complete) {
    const Expected& expected = complete.expected;
    const Dispatch& dispatch = expected.dispatch;
    if (with_data_ && dispatch.op == Op::kRead) threads_.deliver(dispatch.super_warp, expected.word.data());
    tally_.serve(expected.congestion, expected.first_slot + expected.congestion - 1,
                 expected.first_slot - complete.goes_in, dispatch.memory);
    --under_way_;
    threads_.complete(dispatch.super_warp);
    warps_.completed(dispatch.super_warp, time_ + 1);
    complete.complete = true;
    if (!telling_) spare_.push_back(&complete);
  }

  std::uint32_t multiprocessors_;
  bool with_data_;
  Threads threads_;
  ReadyWarps warps_;
  Tally tally_;
  bool issues_;                                             ///< has an issue stage
  std::vector<std::unique_ptr<HierarchyMemory>> memories_;  ///< the last is the global one
  std::vector<bool> busy_;                                  ///< by memory, in this time unit
  std::uint32_t arbiter_ = 0;                               ///< the successor of the multiprocessor served last
  std::uint64_t time_ = 0;                                  ///< time units simulated so far
  std::uint32_t under_way_ = 0;
  bool over_ = false;
  std::function<void(double)> progress_;
  bool telling_ = false;                ///< next() returns dispatches; run() does not
  std::deque<HandedOver*> queue_;       ///< handed over and not yet returned, in order
  std::deque<HandedOver> handed_over_;  ///< owns all entries
  std::vector<HandedOver*> spare_;      ///< unused entries
  std::vector<HandedOver*> complete_;   ///< in this time unit
};

}  // namespace

std::unique_ptr<Model> make_reference(const Program& program, const Machine& machine, ModelOptions options) {
  if (machine.hierarchy) return std::make_unique<HierarchyModel>(program, machine, options);
  if (machine.overlaps()) return std::make_unique<StreamModel>(program, machine, options);
  return std::make_unique<ReferenceModel>(program, machine, options);
}

}  // namespace superwarp::model
