// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "sysc/rtl_unit.h"

namespace superwarp::test {

/// A unit whose port gets garbage, which must be ignored, while it is not ready or nothing is valid
/// there. On request it also gets nothing now and then although it is ready. Its key and regions
/// are loaded last entry first.
class StubbornUnit final : public sysc::RtlUnit {
 public:
  /// In `stalls` of 16 cycles nothing is offered, but never for longer than the bench's time-out.
  StubbornUnit(std::shared_ptr<sysc::RtlUnit> unit, std::uint32_t lanes, std::uint32_t stalls = 0,
               std::uint64_t seed = 1)
      : unit_(std::move(unit)), lanes_(lanes), stalls_(stalls), random_(seed) {}

  void reset(std::uint32_t latency) override { unit_->reset(latency); }
  void load_key(const std::vector<KeyWrite>& writes) override { unit_->load_key({writes.rbegin(), writes.rend()}); }
  void start(std::uint32_t memory) override { unit_->start(memory); }
  void offer(const Dispatch& dispatch, DispatchId id) override { unit_->offer(dispatch, id); }
  void idle() override {
    offer_another();
    unit_->idle();
  }
  [[nodiscard]] bool ready() const override { return unit_->ready() && !stalled_; }
  void rising_edge() override {
    if (!unit_->ready()) {
      offer_another();
      ++offered_;
    }
    unit_->rising_edge();
    stalled_ = stalls_ != 0 && below(16) < stalls_ && in_a_row_ < kMostInARow;
    in_a_row_ = stalled_ ? in_a_row_ + 1 : 0;
  }
  void falling_edge() override { unit_->falling_edge(); }
  TimeUnitView observe() override { return unit_->observe(); }
  [[nodiscard]] bool assertion_failed() const override { return unit_->assertion_failed(); }
  void open_waves(const std::string& file) override { unit_->open_waves(file); }
  void close_waves() override { unit_->close_waves(); }

  /// How many times garbage was offered while the unit was not ready.
  [[nodiscard]] std::uint64_t offered() const { return offered_; }

 private:
  void offer_another() {
    Dispatch other{0, 0, below(2) == 0 ? Op::kRead : Op::kWrite, {}, {}};
    for (std::uint32_t lane = 0; lane < lanes_; ++lane) {
      other.address.push_back(below(4) == 0 ? kInactive : below(64));
      other.data.push_back(below(1U << 31U));
    }
    unit_->offer(other, below(1U << 31U));
  }

  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }

  std::shared_ptr<sysc::RtlUnit> unit_;
  std::uint32_t lanes_;
  std::uint32_t stalls_;
  std::mt19937_64 random_;
  static constexpr std::uint32_t kMostInARow = 10;
  bool stalled_ = false;
  std::uint32_t in_a_row_ = 0;
  std::uint64_t offered_ = 0;
};

}  // namespace superwarp::test
