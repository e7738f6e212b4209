// SPDX-License-Identifier: Apache-2.0

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "tests/model/literal_models.h"

namespace superwarp::model {
namespace {

class Simulation {
 public:
  Simulation(const InBlocks& blocks, const Machine& machine)
      : machine_(machine),
        intake_(machine.rpu == Rpu::kSerial ? rpu_value(machine.rpu, machine.streaming, "intake") : 0),
        order_(blocks, machine) {
    run_.memory = literal_memory(blocks.trace);
  }

  LiteralRun run() {
    for (std::uint64_t t = 1;; ++t) {
      if (!serving_ && !going_in_ && !order_.anything_left()) break;
      if (intake_ == 0 && !serving_) start_dispatch(order_.take(t), t);
      if (intake_ == 1) count_warp(t);
      if (intake_ == 2) count_warp_of_register(t);
      if (serving_) serve_slot(t);
    }
    return std::move(run_);
  }

 private:
  /// docs/spec/serial.md with K = 1: a warp goes in and is counted.
  void count_warp(std::uint64_t t) {
    if (!going_in_) going_in_ = order_.take(t);
    if (going_in_) count(t);
  }

  /// With K = 2: the warp that went in is counted, then the next goes in.
  void count_warp_of_register(std::uint64_t t) {
    if (in_register_ && count(t)) in_register_ = false;
    if (in_register_) return;
    if (!going_in_) going_in_ = order_.take(t);
    in_register_ = going_in_.has_value();
  }

  /// Counts a warp; false if it is the last one and has to wait.
  bool count(std::uint64_t t) {
    const bool last = counted_ + 1 == machine_.super_warp;
    if (last && serving_) return false;
    counted_ = last ? 0 : counted_ + 1;
    if (!last) return true;
    start_dispatch(going_in_, t);
    going_in_.reset();
    return true;
  }

  void start_dispatch(const std::optional<LiteralAccess>& access, std::uint64_t t) {
    serving_ = access;
    if (!serving_) return;
    pending_.clear();
    for (const Address a : serving_->address) pending_.push_back(a != kInactive);
    run_.dispatches.push_back({serving_->super_warp, serving_->round, t, 0,
                               std::vector<std::uint32_t>(machine_.lanes(), 0),
                               std::vector<Word>(machine_.lanes(), 0)});
  }

  [[nodiscard]] std::uint32_t bank(Address a) const { return literal_bank(machine_, a); }

  [[nodiscard]] std::optional<std::uint32_t> lowest_pending(std::optional<std::uint32_t> in_bank) const {
    for (std::uint32_t lane = 0; lane < machine_.lanes(); ++lane) {
      if (pending_[lane] && (!in_bank || bank(serving_->address[lane]) / machine_.bank_words == *in_bank)) return lane;
    }
    return std::nullopt;
  }

  /// Serves all pending requests to the leader's unit.
  void follow(std::uint32_t leader, std::uint32_t words_per_unit) {
    const Address unit = serving_->address[leader] / words_per_unit;
    for (std::uint32_t lane = 0; lane < machine_.lanes(); ++lane) {
      if (pending_[lane] && serving_->address[lane] / words_per_unit == unit) in_slot_.push_back(lane);
    }
  }

  /// What one port of every bank serves: a slot, where banks have one.
  void serve_ports() {
    if (machine_info(machine_.kind).unified()) {
      follow(*lowest_pending(std::nullopt), machine_.bank_count());
    } else if (machine_info(machine_.kind).slot == SlotServes::kBroadcast) {
      const std::uint32_t broadcast = *lowest_pending(std::nullopt);
      follow(broadcast, 1);
      for (std::uint32_t b = 0; b < machine_.bank_count(); ++b) {
        if (b == bank(serving_->address[broadcast])) continue;
        if (const auto alone = lowest_pending(b)) in_slot_.push_back(*alone);
      }
    } else {
      for (std::uint32_t b = 0; b < machine_.whole_banks(); ++b) {
        if (const auto leader = lowest_pending(b)) follow(*leader, machine_.bank_words);
      }
    }
  }

  void serve_slot(std::uint64_t t) {
    LiteralDispatch& served = run_.dispatches.back();
    in_slot_.clear();
    for (std::uint32_t port = 0; port < machine_.ports && lowest_pending(std::nullopt); ++port) {
      serve_ports();
      for (const std::uint32_t lane : in_slot_) pending_[lane] = false;
    }
    std::vector<Address> written;
    std::sort(in_slot_.begin(), in_slot_.end());
    for (const std::uint32_t lane : in_slot_) {
      const Address a = serving_->address[lane];
      served.slot[lane] = served.congestion;
      if (serving_->op == Op::kRead) {
        served.word[lane] = run_.memory[a];
      } else if (std::find(written.begin(), written.end(), a) == written.end()) {
        run_.memory[a] = serving_->data[lane];  // of the lowest thread
        written.push_back(a);
      }
    }
    ++served.congestion;
    ++run_.slots;
    if (lowest_pending(std::nullopt)) return;
    run_.time_units = t + machine_.latency - 1;
    order_.complete(served.super_warp, run_.time_units);
    serving_.reset();
  }

  const Machine& machine_;
  std::uint32_t intake_;  ///< of a serial RPU; 0: of a batch
  LiteralRun run_;
  LiteralOrder order_;
  std::optional<LiteralAccess> serving_;
  std::optional<LiteralAccess> going_in_;
  std::uint32_t counted_ = 0;  ///< warps of going_in_
  bool in_register_ = false;   ///< its next warp is in
  std::vector<bool> pending_;
  std::vector<std::uint32_t> in_slot_;
};

}  // namespace

LiteralRun simulate_slot_by_slot(const InBlocks& blocks, const Machine& machine) {
  return Simulation(blocks, machine).run();
}

}  // namespace superwarp::model
