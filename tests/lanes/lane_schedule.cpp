// SPDX-License-Identifier: Apache-2.0
#include "tests/lanes/lane_schedule.h"

#include <fmt/format.h>

#include "model/machine/machine.h"
#include "model/reference/stepper.h"

namespace superwarp::test {

LaneSchedule::LaneSchedule(const Machine& machine, std::uint32_t responses)
    : stepper_(model::make_lane_stepper(machine, responses)), served_(machine.width) {}

std::optional<std::string> LaneSchedule::check(const sysc::LaneOutputs& outputs,
                                               const std::vector<const sysc::LaneRequest*>& offered,
                                               const std::vector<bool>& takes) {
  const TimeUnit& now = stepper_->tick();
  served_.assign(served_.size(), std::nullopt);
  for (const Served& served : now.served) served_[served.lane] = served;
  for (const BankEvent& event : now.events) {
    if (words_ && outputs.bank[event.bank].data != event.word) {
      return fmt::format("schedule: {:#x} in bank {}, the model {:#x} (cycle {})",
                         outputs.bank[event.bank].data, event.bank, event.word, cycle_);
    }
  }
  for (std::uint32_t j = 0; j < served_.size(); ++j) {
    if (const auto wrong = compare(j, outputs.lane[j])) {
      return fmt::format("schedule: {}, the model not so (lane {}, cycle {})", *wrong, j, cycle_);
    }
  }
  for (std::uint32_t j = 0; j < served_.size(); ++j) {
    if (offered[j] != nullptr && outputs.lane[j].request_ready) stepper_->push(j, *offered[j]);
    if (takes[j] && outputs.lane[j].response_valid) stepper_->take(j);
  }
  ++cycle_;
  return std::nullopt;
}

std::optional<std::string> LaneSchedule::compare(std::uint32_t lane,
                                                 const sysc::LanePort& port) const {
  if (port.request_ready != stepper_->ready(lane))
    return port.request_ready ? "is ready" : "is not ready";
  const std::optional<Served>& due = served_[lane];
  if (port.served != due.has_value() || (due && port.served_tag != due->dispatch)) {
    return port.served ? fmt::format("serves tag {:#x}", port.served_tag) : "serves nothing";
  }
  const LaneResponse response = stepper_->response(lane);
  if (port.response_valid != response.valid ||
      (response.valid && port.response_tag != response.tag)) {
    return port.response_valid ? fmt::format("answers tag {:#x}", port.response_tag)
                               : "answers nothing";
  }
  if (words_ && response.valid && response.reads && port.response_data != response.word)
    return fmt::format("answers {:#x}", port.response_data);
  return std::nullopt;
}

}  // namespace superwarp::test
