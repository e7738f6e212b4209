// SPDX-License-Identifier: Apache-2.0
#include "tb/lane_driver.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace superwarp::tb {
namespace {

auto pins(const sysc::LanePort& port) {
  return std::tie(port.request_ready, port.response_valid, port.response_tag, port.response_data,
                  port.served, port.served_bank, port.served_tag, port.served_data);
}
auto pins(const sysc::BankPort& port) {
  return std::tie(port.accesses, port.writes, port.cell, port.data);
}

bool equal(const sysc::LaneOutputs& a, const sysc::LaneOutputs& b) {
  const auto same = [](const auto& x, const auto& y) { return pins(x) == pins(y); };
  return std::equal(a.lane.begin(), a.lane.end(), b.lane.begin(), b.lane.end(), same) &&
         std::equal(a.bank.begin(), a.bank.end(), b.bank.begin(), b.bank.end(), same);
}

}  // namespace

LaneDriver::LaneDriver(sysc::LaneUnit& unit, const sysc::LaneConfig& config, std::uint32_t latency,
                       const Mapping& mapping, const std::vector<KeyWrite>& key)
    : unit_(unit),
      width_(config.width),
      latency_(latency),
      law_(config, latency, mapping),
      next_(width_),
      request_(width_),
      offered_(width_),
      takes_(width_) {
  unit_.reset(latency);
  unit_.load_key(key);
}

LaneRun LaneDriver::run(const LaneTraffic& traffic, std::uint64_t most_cycles) {
  LaneRun run;
  run.finished.resize(width_);
  std::fill(next_.begin(), next_.end(), 0);
  const std::uint64_t start = cycle_;
  for (bool left = true; left && !run.failure;) {
    run.failure = cycle(traffic);
    left = false;
    for (std::uint32_t j = 0; j < width_; ++j) {
      if (next_[j] < traffic.requests[j].size() || law_.busy(j)) {
        left = true;
      } else if (run.finished[j] == 0) {
        run.finished[j] = cycle_ - start;
      }
    }
    if (left && !run.failure && cycle_ - start >= most_cycles)
      run.failure = fmt::format("nothing left: requests still wait after {} cycles", most_cycles);
  }
  run.cycles = cycle_ - start;
  for (std::uint32_t more = 0; more < latency_ + 2 && !run.failure; ++more)
    run.failure = cycle(traffic);  // catches responses without a request
  return run;
}

std::optional<std::string> LaneDriver::cycle(const LaneTraffic& traffic) {
  // With the inputs of the last cycle; the new inputs must not change any output.
  const sysc::LaneOutputs before = unit_.settle();
  for (std::uint32_t j = 0; j < width_; ++j) {
    const bool offers =
        next_[j] < traffic.requests[j].size() && (!traffic.offers || traffic.offers(j, cycle_));
    offered_[j] = nullptr;
    if (offers) {
      request_[j] = traffic.requests[j][next_[j]];
      request_[j].tag = ++tags_ * 0x9e3779b1U;  // an odd factor: unique tags that use every bit
      offered_[j] = &request_[j];
      unit_.offer(j, request_[j]);
    } else {
      unit_.idle(j);
    }
    takes_[j] = !traffic.takes || traffic.takes(j, cycle_);
    unit_.take(j, takes_[j]);
  }
  const sysc::LaneOutputs& outputs = unit_.settle();
  if (!equal(before, outputs))
    return fmt::format("registers only: an output follows an input (cycle {})", cycle_);
  for (std::uint32_t j = 0; j < width_; ++j) {
    if (offered_[j] != nullptr && outputs.lane[j].request_ready) ++next_[j];
  }
  auto wrong = law_.check(outputs, offered_, takes_);
  if (!wrong && listener_) wrong = listener_(outputs, offered_, takes_);
  unit_.rising_edge();
  ++cycle_;
  if (!wrong && unit_.assertion_failed()) wrong = "an assertion of the RTL failed";
  return wrong;
}

}  // namespace superwarp::tb
