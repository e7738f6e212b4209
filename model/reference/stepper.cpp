// SPDX-License-Identifier: Apache-2.0
#include "model/reference/stepper.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "model/machine/refuse.h"
#include "model/reference/mapping.h"
#include "model/reference/memory.h"
#include "model/reference/pipeline.h"
#include "model/reference/reference_model.h"
#include "model/reference/stream_model.h"

namespace superwarp::model {
namespace {

/// The common part; Unit is BatchUnit or StreamUnit.
template <class Unit>
class UnitStepper : public Stepper {
 public:
  UnitStepper(const Machine& machine, ModelOptions options)
      : lanes_(machine.lanes()),
        contents_(machine),
        unit_(machine, options.with_data ? &contents_ : nullptr),
        pipeline_(machine) {}

  [[nodiscard]] bool ready() const final { return ready_ && !pushed_; }

  DispatchId push(const Dispatch& dispatch) final {
    if (!ready()) throw std::logic_error("the unit is not ready for a dispatch in this time unit");
    check(dispatch);
    take(dispatch);
    pushed_ = true;
    ++under_way_;
    return next_id_++;
  }

  const TimeUnit& tick() final {
    pipeline_.begin();
    serve();
    pipeline_.leave(now_);
    if (pushed_) now_.accepted.push_back(next_id_ - 1);
    pushed_ = false;
    under_way_ -= now_.completed.size();
    return now_;
  }

  [[nodiscard]] bool idle() const final { return under_way_ == 0; }

  [[nodiscard]] Word word(Address address) const final {
    check_memory(address);
    return unit_.memory()->word(address);
  }

  void set_word(Address address, Word word) final {
    check_memory(address);
    (*unit_.memory())[address] = word;
  }

 protected:
  /// Takes a checked dispatch, which waits from the next time unit on.
  virtual void take(const Dispatch& dispatch) = 0;

  /// Enters this time unit's requests into the pipeline and sets ready.
  virtual void serve() = 0;

  std::uint32_t lanes_;
  Contents contents_;
  Unit unit_;
  Pipeline pipeline_;
  bool ready_ = true;
  bool pushed_ = false;  ///< in this time unit
  DispatchId next_id_ = 0;
  std::uint64_t under_way_ = 0;
  TimeUnit now_;

 private:
  void check(const Dispatch& dispatch) const {
    if (dispatch.address.size() != lanes_)
      refuse("an access of {} lanes, expected {}", dispatch.address.size(), lanes_);
    if (dispatch.op != Op::kRead && dispatch.op != Op::kWrite) refuse("an access that neither reads nor writes");
    const bool writes = dispatch.op == Op::kWrite && unit_.memory();
    if (writes && dispatch.data.size() != lanes_) {
      refuse("a write of {} words, expected one for each of {} lanes", dispatch.data.size(), lanes_);
    }
    bool requests = false;
    for (const Address address : dispatch.address) {
      if (address == kInactive) continue;
      contents_.check(address);
      requests = true;
    }
    if (!requests) refuse("an access without a request");
  }

  void check_memory(Address address) const {
    if (!unit_.memory()) throw std::logic_error("a unit without data has no words");
    contents_.check(address);
  }
};

/// One dispatch after another, one slot in each time unit; with a serial RPU one goes in while
/// another is served.
class BatchStepper final : public UnitStepper<BatchUnit> {
 public:
  BatchStepper(const Machine& machine, ModelOptions options)
      : UnitStepper(machine, options), mapping_(make_mapping(machine)), intake_(machine) {
    for (Taken& taken : taken_) {
      taken.bank.resize(machine.lanes());
      taken.order.reserve(machine.lanes());
    }
  }

 private:
  /// A dispatch that is not served yet.
  struct Taken {
    DispatchId id = 0;
    std::uint64_t first_slot = 0;
    Expected expected;
    std::vector<std::uint32_t> bank;
    std::vector<std::uint32_t> order;  ///< requesting lanes in the order of their slots
    std::size_t next = 0;              ///< in order
  };

  /// A dispatch is served when it is taken, because no later one can precede its last slot; serve()
  /// reports its slots.
  void take(const Dispatch& dispatch) override {
    Taken& taken = taken_[(front_ + count_++) % taken_.size()];
    Expected& expected = taken.expected;
    expected.dispatch = dispatch;
    unit_.serve(expected, true);
    mapping_->banks(dispatch.address.data(), lanes_, taken.bank.data());
    taken.order.clear();
    for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
      if (dispatch.address[lane] != kInactive) taken.order.push_back(lane);
    }
    const std::vector<std::uint32_t>& slot = expected.slot;
    if (expected.congestion > 1) {
      std::sort(taken.order.begin(), taken.order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::make_pair(slot[a], a) < std::make_pair(slot[b], b);
      });
    }
    taken.id = next_id_;
    taken.next = 0;
    taken.first_slot = intake_.first_slot(time_ + 1);
    intake_.served(taken.first_slot, taken.first_slot + expected.congestion - 1);
  }

  void serve() override {
    ++time_;
    ready_ = time_ + 1 >= intake_.opens();
    if (count_ == 0 || time_ < taken_[front_].first_slot) return;
    Taken& taken = taken_[front_];
    const Expected& expected = taken.expected;
    const Op op = expected.dispatch.op;
    const auto slot = static_cast<std::uint32_t>(time_ - taken.first_slot);
    for (; taken.next < taken.order.size() && expected.slot[taken.order[taken.next]] == slot; ++taken.next) {
      const std::uint32_t lane = taken.order[taken.next];
      Word word = 0;
      if (unit_.memory()) word = op == Op::kRead ? expected.word[lane] : expected.dispatch.data[lane];
      pipeline_.enter(taken.bank[lane], expected.dispatch.address[lane], op, false, {taken.id, lane, word});
    }
    if (slot + 1 < expected.congestion) return;
    pipeline_.complete(taken.id);
    front_ = (front_ + 1) % taken_.size();
    --count_;
  }

  std::unique_ptr<Mapping> mapping_;
  Intake intake_;
  std::array<Taken, 2> taken_;  ///< the one that is served or goes in, and one that goes in
  std::size_t front_ = 0;
  std::size_t count_ = 0;
  std::uint64_t time_ = 0;
};

/// Overlapping dispatches.
class StreamStepper final : public UnitStepper<StreamUnit> {
 public:
  using UnitStepper::UnitStepper;

 private:
  /// A request that is served in this time unit.
  struct Enters {
    std::uint32_t bank = 0;
    Address address = 0;
    Op op = Op::kRead;
    bool leads = false;
    Served served;
  };

  void take(const Dispatch& dispatch) override {
    taken_ = unit_.take_entry();
    unit_[*taken_].expected.dispatch = dispatch;
    if (*taken_ >= id_.size()) id_.resize(*taken_ + 1);
    id_[*taken_] = next_id_;
  }

  void serve() override {
    if (taken_) accept(*taken_);
    taken_.reset();
    entering_.clear();
    unit_.serve(
        [this](const StreamUnit::Service& service) {
          const std::uint32_t lane = service.lane;
          const Expected& expected = unit_[service.number].expected;
          const Dispatch& dispatch = expected.dispatch;
          Word word = 0;
          if (unit_.memory()) word = dispatch.op == Op::kRead ? expected.word[lane] : dispatch.data[lane];
          entering_.push_back(
              {service.bank, dispatch.address[lane], dispatch.op, service.leads, {id_[service.number], lane, word}});
        },
        [this](std::uint32_t number) {
          pipeline_.complete(id_[number]);
          unit_.release(number);
        });
    ready_ = unit_.ready();
    std::sort(entering_.begin(), entering_.end(),
              [](const Enters& a, const Enters& b) { return a.served.lane < b.served.lane; });
    for (const Enters& one : entering_) pipeline_.enter(one.bank, one.address, one.op, one.leads, one.served);
  }

  void accept(std::uint32_t number) {
    const std::vector<Address>& address = unit_[number].expected.dispatch.address;
    const auto idle = std::count(address.begin(), address.end(), kInactive);
    unit_.accept(number, static_cast<std::uint32_t>(lanes_ - idle), false);
  }

  std::optional<std::uint32_t> taken_;  ///< entry of the dispatch pushed in this time unit
  std::vector<DispatchId> id_;          ///< by entry
  std::vector<Enters> entering_;
};

}  // namespace

std::unique_ptr<Stepper> make_stepper(const Machine& machine, ModelOptions options) {
  if (machine.overlaps()) return std::make_unique<StreamStepper>(machine, options);
  return std::make_unique<BatchStepper>(machine, options);
}

}  // namespace superwarp::model
