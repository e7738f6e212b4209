// SPDX-License-Identifier: Apache-2.0
#include "tests/lanes/lanes.h"

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
      return fmt::format("schedule: {:#x} in bank {}, the model {:#x} (cycle {})", outputs.bank[event.bank].data,
                         event.bank, event.word, cycle_);
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

std::optional<std::string> LaneSchedule::compare(std::uint32_t lane, const sysc::LanePort& port) const {
  if (port.request_ready != stepper_->ready(lane)) return port.request_ready ? "is ready" : "is not ready";
  const std::optional<Served>& due = served_[lane];
  if (port.served != due.has_value() || (due && port.served_tag != due->dispatch)) {
    return port.served ? fmt::format("serves tag {:#x}", port.served_tag) : "serves nothing";
  }
  const LaneResponse response = stepper_->response(lane);
  if (port.response_valid != response.valid || (response.valid && port.response_tag != response.tag)) {
    return port.response_valid ? fmt::format("answers tag {:#x}", port.response_tag) : "answers nothing";
  }
  if (words_ && response.valid && response.reads && port.response_data != response.word)
    return fmt::format("answers {:#x}", port.response_data);
  return std::nullopt;
}

namespace {

/// True in `share` of 16 draws, by seed, lane and time.
bool draw(std::uint64_t seed, std::uint64_t lane, std::uint64_t time, std::uint32_t share) {
  std::uint64_t x = (seed * 1000 + lane) * 0x9e3779b97f4a7c15U + time * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 31)) * 0x94d049bb133111ebU;
  return ((x >> 32) & 15U) < share;
}

}  // namespace

sysc::LaneRequest read(Address address) { return {Op::kRead, address, 0, 0, 0}; }
sysc::LaneRequest write(Address address, std::uint32_t enable, Word data) {
  return {Op::kWrite, address, enable, data, 0};
}

tb::LaneTraffic::When stalls(std::uint32_t kind, std::uint64_t seed) {
  switch (kind) {
    case 0:
      return {};
    case 1:
      return [=](std::uint32_t lane, std::uint64_t cycle) { return draw(seed, lane, cycle, 8); };
    case 2:
      return [=](std::uint32_t lane, std::uint64_t cycle) { return draw(seed, lane, cycle, 2); };
    case 3:
      return [=](std::uint32_t lane, std::uint64_t cycle) { return draw(seed, lane, cycle / 40, 5); };
    default:
      return [=](std::uint32_t lane, std::uint64_t cycle) { return cycle > 700 || draw(seed, lane, 0, 12); };
  }
}

Requests requests_of(const sysc::LaneConfig& config, const std::vector<std::uint64_t>& numbers, std::uint32_t kind,
                     std::uint32_t writes) {
  const auto words = static_cast<std::uint32_t>(config.banks * config.rows);
  Requests requests(config.width);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::uint64_t x = numbers[i];
    const auto any = static_cast<std::uint32_t>(x >> 20);
    Address address = any % words;
    if (kind == 1) address = any % 3;
    if (kind == 2) address = any % config.rows * config.banks + 1;
    if (kind == 3) address = any % (2 * config.banks);
    const std::uint32_t enable = ((x >> 12) & 3U) == 0 ? kAllBytes : (x >> 14) & kAllBytes;
    const auto data = static_cast<Word>((x >> 8) * 0x9e3779b97f4a7c15U >> 32);
    requests[x % config.width].push_back(((x >> 9) & 7U) >= writes ? read(address) : write(address, enable, data));
  }
  return requests;
}

}  // namespace superwarp::test
