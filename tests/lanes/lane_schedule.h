// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/stepper.h"
#include "sysc/rtl_unit.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::test {

/// Compares the unit with the reference model's lanes (model::make_lane_stepper), port by port:
/// which lanes are ready, which are served, and their responses.
class LaneSchedule {
 public:
  LaneSchedule(const Machine& machine, std::uint32_t responses);

  /// Compares words too from now on. Every cell must have been written whole.
  void compare_words() { words_ = true; }

  /// Checks a cycle. Returns a sentence on the first difference, if any.
  std::optional<std::string> check(const sysc::LaneOutputs& outputs,
                                   const std::vector<const sysc::LaneRequest*>& offered,
                                   const std::vector<bool>& takes);

 private:
  [[nodiscard]] std::optional<std::string> compare(std::uint32_t lane,
                                                   const sysc::LanePort& port) const;

  std::unique_ptr<LaneStepper> stepper_;
  bool words_ = false;
  std::uint64_t cycle_ = 0;
  std::vector<std::optional<Served>> served_;  ///< of each lane, in this cycle
};

}  // namespace superwarp::test
