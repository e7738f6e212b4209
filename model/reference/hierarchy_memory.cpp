// SPDX-License-Identifier: Apache-2.0
#include "model/reference/hierarchy_memory.h"

#include <cstdint>
#include <deque>
#include <unordered_map>

#include "model/reference/batch_unit.h"
#include "model/reference/contents.h"
#include "model/reference/stepper.h"

namespace superwarp::model {
namespace {

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
    under_way_.push_back(
        {expected.first_slot + latency_ - 1, last_slot_ + latency_ - 1, &handed_over});
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

}  // namespace

std::unique_ptr<HierarchyMemory> make_hierarchy_memory(const Machine& machine, const Image* image,
                                                       ModelOptions options) {
  if (machine.overlaps() || machine.rpu == Rpu::kSerial)
    return std::make_unique<OverlappingMemory>(machine, image, options);
  return std::make_unique<BatchMemory>(machine, image, options);
}

}  // namespace superwarp::model
