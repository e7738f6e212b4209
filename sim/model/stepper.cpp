// SPDX-License-Identifier: Apache-2.0
#include "sim/model/stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/model/batch_unit.h"
#include "sim/model/machine_check.h"
#include "sim/model/mapping.h"
#include "sim/model/stream_unit.h"

namespace superwarp::model {
namespace {

/// What a unit's memory holds before anything is pushed: no program, but its words.
class Contents final : public Program {
 public:
  explicit Contents(const Machine& machine)
      : Program(machine.width, machine.lanes()), words_(machine.rows * machine.width) {
    if (words_ == 0 || words_ > kAddressLimit) {
      throw std::invalid_argument(
          fmt::format("a memory of {} rows of {} words, expected 1 to {} words", machine.rows,
                      machine.width, kAddressLimit));
    }
  }
  [[nodiscard]] std::uint64_t rounds() const override { return 0; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  Op access(std::uint64_t /*round*/, std::uint32_t /*warp*/, Word* /*registers*/,
            Address* /*address*/, Word* /*data*/) const override {
    return Op::kRead;
  }

 private:
  std::uint64_t words_;
};

/// The time units of a pipeline: what enters stage 1 in one is told l - 1 time units later.
class Pipeline {
 public:
  explicit Pipeline(const Machine& machine)
      : width_(machine.width), entered_(machine.latency), event_of_(machine.width) {}

  /// A time unit begins: nothing has entered in it so far.
  void begin() {
    ++time_;
    entering().clear();
  }

  /// A request enters. In a time unit they come in order of lanes and those of a bank want one
  /// word: `leads` if a write of several leaves this one's `word`.
  void enter(std::uint32_t bank, Address address, Op op, bool leads, const Served& served) {
    TimeUnit& unit = entering();
    EventOf& of = event_of_[bank];
    if (of.time != time_) {
      of = {time_, static_cast<std::uint32_t>(unit.events.size())};
      unit.events.push_back({bank, address / width_, op, served.word,
                             static_cast<std::uint32_t>(unit.served.size())});
    } else if (leads) {
      unit.events[of.event].word = served.word;
    }
    unit.served.push_back(served);
    unit.served.back().event = of.event;
  }

  /// With what entered in this time unit `dispatch` has entered whole.
  void complete(DispatchId dispatch) { entering().completed.push_back(dispatch); }

  /// What reaches the banks in this time unit, in `told`.
  void leave(TimeUnit& told) {
    told.accepted.clear();
    std::swap(told, entered_[(time_ + 1) % entered_.size()]);
    told.time = time_;
  }

 private:
  struct EventOf {
    std::uint64_t time = 0;  ///< in which the bank did anything last
    std::uint32_t event = 0;
  };

  TimeUnit& entering() { return entered_[time_ % entered_.size()]; }

  std::uint32_t width_;
  std::uint64_t time_ = 0;
  std::vector<TimeUnit> entered_;  ///< in the last l time units
  std::vector<EventOf> event_of_;  ///< by bank
};

/// What the two kinds of unit have in common: Unit is a BatchUnit or a StreamUnit.
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
  /// A dispatch that is in order: it waits from the next time unit on.
  virtual void take(const Dispatch& dispatch) = 0;

  /// What enters the pipeline in this time unit, and whether the unit is ready in it.
  virtual void serve() = 0;

  std::uint32_t lanes() const { return lanes_; }
  DispatchId next_id() const { return next_id_; }
  Unit& unit() { return unit_; }
  Pipeline& pipeline() { return pipeline_; }
  void set_ready(bool ready) { ready_ = ready; }

 private:
  void check(const Dispatch& dispatch) const {
    if (dispatch.address.size() != lanes_) {
      throw std::invalid_argument(
          fmt::format("an access of {} lanes, expected {}", dispatch.address.size(), lanes_));
    }
    const bool writes = dispatch.op == Op::kWrite && unit_.memory();
    if (writes && dispatch.data.size() != lanes_) {
      throw std::invalid_argument(fmt::format(
          "a write of {} words in {} lanes, expected one a lane", dispatch.data.size(), lanes_));
    }
    bool requests = false;
    for (const Address address : dispatch.address) {
      if (address == kInactive) continue;
      check_address(address);
      requests = true;
    }
    if (!requests) throw std::invalid_argument("an access that requests nothing");
  }

  void check_address(Address address) const {
    if (address < contents_.words()) return;
    throw std::invalid_argument(fmt::format("address {}, expected one below the memory's {} words",
                                            address, contents_.words()));
  }

  void check_memory(Address address) const {
    if (!unit_.memory()) throw std::logic_error("a unit without data has no words");
    check_address(address);
  }

  std::uint32_t lanes_;
  Contents contents_;
  Unit unit_;
  Pipeline pipeline_;
  bool ready_ = true;
  bool pushed_ = false;  ///< in this time unit
  DispatchId next_id_ = 0;
  std::uint64_t under_way_ = 0;
  TimeUnit now_;
};

/// A dispatch after another, a slot of it in each time unit.
class BatchStepper final : public UnitStepper<BatchUnit> {
 public:
  BatchStepper(const Machine& machine, ModelOptions options)
      : UnitStepper(machine, options), mapping_(make_mapping(machine)), bank_(machine.lanes()) {
    order_.reserve(machine.lanes());
  }

 private:
  /// It is served on the spot, as nothing else can come before its last slot; what is left is to
  /// tell its slots one by one.
  void take(const Dispatch& dispatch) override {
    expected_.dispatch = dispatch;
    unit().serve(expected_, true);
    mapping_->banks(dispatch.address.data(), lanes(), bank_.data());
    order_.clear();
    for (std::uint32_t lane = 0; lane < lanes(); ++lane) {
      if (address(lane) != kInactive) order_.push_back(lane);
    }
    const std::vector<std::uint32_t>& slot = expected_.slot;
    if (expected_.congestion > 1) {
      std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
        return std::make_pair(slot[a], a) < std::make_pair(slot[b], b);
      });
    }
    id_ = next_id();
    slot_ = 0;
    next_ = 0;
  }

  void serve() override {
    if (slot_ == expected_.congestion) return;
    const Op op = expected_.dispatch.op;
    for (; next_ < order_.size() && expected_.slot[order_[next_]] == slot_; ++next_) {
      const std::uint32_t lane = order_[next_];
      Word word = 0;
      if (unit().memory())
        word = op == Op::kRead ? expected_.word[lane] : expected_.dispatch.data[lane];
      pipeline().enter(bank_[lane], address(lane), op, false, {id_, lane, word});
    }
    ++slot_;
    set_ready(slot_ == expected_.congestion);
    if (slot_ == expected_.congestion) pipeline().complete(id_);
  }

  [[nodiscard]] Address address(std::uint32_t lane) const {
    return expected_.dispatch.address[lane];
  }

  std::unique_ptr<Mapping> mapping_;
  Expected expected_;  ///< of the dispatch that is served
  DispatchId id_ = 0;  ///< its name
  std::vector<std::uint32_t> bank_;
  std::vector<std::uint32_t> order_;  ///< lanes that request something, by their slots
  std::size_t next_ = 0;              ///< in order_
  std::uint32_t slot_ = 0;
};

/// Warps overlap.
class StreamStepper final : public UnitStepper<StreamUnit> {
 public:
  using UnitStepper::UnitStepper;

 private:
  /// A request that is served in this time unit.
  struct Enters {
    Request request;
    bool leads = false;
    Served served;
  };

  void take(const Dispatch& dispatch) override {
    taken_ = unit().take_entry();
    StreamUnit::UnderWay& under_way = unit()[*taken_];
    under_way.expected.dispatch = dispatch;
    under_way.left = static_cast<std::uint32_t>(
        lanes() - std::count(dispatch.address.begin(), dispatch.address.end(), kInactive));
    if (*taken_ >= id_.size()) id_.resize(*taken_ + 1);
    id_[*taken_] = next_id();
  }

  void serve() override {
    if (taken_) unit().accept(*taken_);
    taken_.reset();
    set_ready(unit().ready());
    if (unit().empty()) return;
    entering_.clear();
    unit().serve(
        [this](const StreamUnit::Service& service) {
          const std::uint32_t number = service.request.dispatch;
          const std::uint32_t lane = service.chosen.lane;
          const bool writes = service.request.writes() && unit().memory();
          entering_.push_back(
              {service.request,
               service.chosen.leads,
               {id_[number], lane,
                writes ? unit()[number].expected.dispatch.data[lane] : service.word}});
        },
        [this](std::uint32_t number) {
          pipeline().complete(id_[number]);
          unit().release(number);
        });
    std::sort(entering_.begin(), entering_.end(),
              [](const Enters& a, const Enters& b) { return a.served.lane < b.served.lane; });
    for (const Enters& one : entering_) {
      pipeline().enter(one.request.bank, one.request.address(),
                       one.request.writes() ? Op::kWrite : Op::kRead, one.leads, one.served);
    }
  }

  std::optional<std::uint32_t> taken_;  ///< entry of what was pushed in this time unit
  std::vector<DispatchId> id_;          ///< by entry
  std::vector<Enters> entering_;
};

}  // namespace

std::unique_ptr<Stepper> make_stepper(const Machine& machine, ModelOptions options) {
  if (machine.overlaps()) return std::make_unique<StreamStepper>(machine, options);
  return std::make_unique<BatchStepper>(machine, options);
}

}  // namespace superwarp::model
