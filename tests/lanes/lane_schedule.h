// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language/lane_stepper.h"
#include "sysc/lane_unit.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::test {

/// Holds the unit to the reference model's lanes (model::make_lane_stepper), port by port: who is
/// ready, who is served when, which responses stand where.
class LaneSchedule {
 public:
  LaneSchedule(const Machine& machine, std::uint32_t responses);

  /// From now on words are compared, too: every cell has been written whole.
  void compare_words() { words_ = true; }

  /// A cycle: does the unit do what it should? Otherwise a sentence.
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
