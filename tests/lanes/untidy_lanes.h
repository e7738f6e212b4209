// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "sysc/rtl_unit.h"

namespace superwarp::test {

/// A unit whose lanes get garbage, which must be ignored, where nothing is valid: all of a request
/// that is not offered, word and bytes of a read.
class UntidyLanes final : public sysc::LaneUnit {
 public:
  explicit UntidyLanes(sysc::LaneUnit& unit) : unit_(unit) {}

  void reset(std::uint32_t latency) override { unit_.reset(latency); }
  void load_key(const std::vector<KeyWrite>& writes) override { unit_.load_key(writes); }
  void offer(std::uint32_t lane, const sysc::LaneRequest& request) override {
    sysc::LaneRequest shown = request;
    if (request.op == Op::kRead) shown.enable = shown.data = any();
    unit_.offer(lane, shown);
  }
  void idle(std::uint32_t lane) override {
    unit_.offer(lane, {any() % 2 == 0 ? Op::kRead : Op::kWrite, any(), any(), any(), any()});
    unit_.idle(lane);
  }
  void take(std::uint32_t lane, bool ready) override { unit_.take(lane, ready); }
  const sysc::LaneOutputs& settle() override { return unit_.settle(); }
  void rising_edge() override { unit_.rising_edge(); }
  [[nodiscard]] bool assertion_failed() const override { return unit_.assertion_failed(); }

 private:
  std::uint32_t any() { return static_cast<std::uint32_t>(random_()); }

  sysc::LaneUnit& unit_;
  std::mt19937 random_;
};

}  // namespace superwarp::test
