// SPDX-License-Identifier: Apache-2.0
#include "tests/lanes/lane_schedule.h"

#include <fmt/format.h>

namespace superwarp::test {

LaneSchedule::LaneSchedule(const sysc::LaneConfig& config, std::uint32_t latency,
                           const Mapping& mapping)
    : mapping_(mapping),
      width_(config.width),
      windows_(config.width, config.streaming.depth),
      selection_(config.width, config.streaming),
      pipeline_(latency - 1, Served(config.width)) {}

std::optional<std::string> LaneSchedule::check(
    const sysc::LaneOutputs& outputs, const std::vector<const sysc::LaneRequest*>& offered) {
  pipeline_.push_back(serve());
  const Served due = pipeline_.front();
  pipeline_.pop_front();
  for (std::uint32_t j = 0; j < width_; ++j) {
    const sysc::LanePort& port = outputs.lane[j];
    if (port.served != due[j].has_value() || (due[j] && port.served_tag != *due[j])) {
      return fmt::format("schedule: serves {}, the model {} (lane {}, cycle {})",
                         port.served ? fmt::format("tag {:#x}", port.served_tag) : "nothing",
                         due[j] ? fmt::format("tag {:#x}", *due[j]) : "nothing", j, cycle_);
    }
  }
  for (std::uint32_t j = 0; j < width_; ++j) {
    if (offered[j] == nullptr || !outputs.lane[j].request_ready) continue;
    const sysc::LaneRequest& request = *offered[j];
    // Requests merge whose accesses are equal: no other is equal to a write's.
    const std::uint32_t access = request.op == Op::kWrite
                                     ? model::Request::access_of(writes_++, Op::kWrite)
                                     : model::Request::access_of(request.address, Op::kRead);
    windows_.add(j, {mapping_.bank(request.address), access, request.tag});
  }
  ++cycle_;
  return std::nullopt;
}

LaneSchedule::Served LaneSchedule::serve() {
  Served served(width_);
  if (windows_.empty()) return served;
  for (const model::Selection::Chosen& chosen : selection_.select(windows_)) {
    served[chosen.lane] = windows_.request(chosen.lane, chosen.older).dispatch;
    windows_.remove(chosen.lane, chosen.older);
  }
  return served;
}

}  // namespace superwarp::test
