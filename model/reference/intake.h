// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"

namespace superwarp::model {

/// When super warps go in and when their first slots follow, for an RPU that serves one after
/// another (docs/spec/machines.md, "One dispatch"; docs/spec/serial.md, "When").
class Intake {
 public:
  explicit Intake(const Machine& machine) : serial_(machine.rpu == Rpu::kSerial) {
    if (!serial_) return;
    stages_ = rpu_value(machine.rpu, machine.streaming, "intake");
    lead_ = machine.super_warp - 2 + stages_;
  }

  /// The first time unit in which the next super warp may go in.
  [[nodiscard]] std::uint64_t opens() const { return opens_; }

  /// The first slot of a super warp that begins to go in in time unit `from`, opens() or later.
  [[nodiscard]] std::uint64_t first_slot(std::uint64_t from) const {
    return std::max(from + lead_, free_);
  }

  /// The super warp that went in last has its slots in these time units.
  void served(std::uint64_t first_slot, std::uint64_t last_slot) {
    free_ = last_slot + 1;
    opens_ = serial_ ? first_slot + 2 - stages_ : free_;
  }

 private:
  bool serial_;
  std::uint64_t stages_ = 1;
  std::uint64_t lead_ = 0;
  std::uint64_t opens_ = 1;
  std::uint64_t free_ = 1;  ///< first time unit without a slot
};

}  // namespace superwarp::model
