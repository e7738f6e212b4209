// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "tb/lane_driver.h"
#include "tests/units/headers.h"

/// \file
/// Cycles of a lane-level port, written by hand and judged by its law.

namespace superwarp::test {

using sysc::LaneRequest;

inline constexpr std::uint32_t kWidth = 4;
inline constexpr std::uint32_t kCredits = 3;

inline LaneRequest reading(Address address, std::uint32_t tag) { return {Op::kRead, address, 0, 0, tag}; }
inline LaneRequest writing(Address address, std::uint32_t enable, Word data, std::uint32_t tag) {
  return {Op::kWrite, address, enable, data, tag};
}

struct Cycle {
  sysc::LaneOutputs outputs;
  std::vector<std::optional<LaneRequest>> offered;
  std::vector<bool> takes;

  std::optional<std::string> judged(tb::LaneLaw& law) const {
    std::vector<const LaneRequest*> requests;
    for (const auto& request : offered) requests.push_back(request ? &*request : nullptr);
    return law.check(outputs, requests, takes);
  }
};

/// The law of a small unit.
class Law {
 public:
  Law(std::uint32_t latency, std::uint32_t depth, const char* mapping)
      : mapping_(model::make_mapping(machine(mapping))),
        law({kWidth, kWidth, {depth, 1, Priority::kFullest}, kCredits, 4, mapping, {}}, latency, *mapping_) {}

 private:
  static Machine machine(const char* mapping) {
    Machine machine;
    machine.width = kWidth;
    machine.rows = 4;
    machine.mapping = mapping;
    return machine;
  }

  std::unique_ptr<Mapping> mapping_;

 public:
  tb::LaneLaw law;
};

/// A unit's outputs in each cycle, and what its lanes do. By default every lane is ready, requests
/// nothing and takes what it gets.
class Cycles {
 public:
  explicit Cycles(std::uint32_t latency = 2, std::uint32_t depth = 2, const char* mapping = "identity")
      : latency_(latency), depth_(depth), mapping_(mapping) {}

  Cycle& at(std::size_t cycle) {
    while (cycles_.size() <= cycle) {
      Cycle next;
      next.outputs.lane.resize(kWidth);
      next.outputs.bank.resize(kWidth);
      for (sysc::LanePort& lane : next.outputs.lane) lane.request_ready = true;
      next.offered.resize(kWidth);
      next.takes.assign(kWidth, true);
      cycles_.push_back(next);
    }
    return cycles_[cycle];
  }
  sysc::LanePort& lane(std::size_t cycle, std::uint32_t lane) { return at(cycle).outputs.lane[lane]; }
  sysc::BankPort& bank(std::size_t cycle, std::uint32_t bank) { return at(cycle).outputs.bank[bank]; }

  Cycles& offer(std::size_t cycle, std::uint32_t lane, const LaneRequest& request) {
    at(cycle).offered[lane] = request;
    return *this;
  }
  /// In this cycle's last stage `cell`, which has `word`, serves request `tag` of the lane.
  Cycles& serve(std::size_t cycle, std::uint32_t lane_number, std::uint32_t tag, Op op, std::uint32_t cell, Word word) {
    sysc::LanePort& port = lane(cycle, lane_number);
    port.served = true;
    port.served_tag = tag;
    port.served_bank = cell % kWidth;
    port.served_data = op == Op::kRead ? word : 0;
    bank(cycle, cell % kWidth) = {true, op == Op::kWrite, cell, word};
    return *this;
  }
  Cycles& answer(std::size_t cycle, std::uint32_t lane_number, std::uint32_t tag, Word word) {
    sysc::LanePort& port = lane(cycle, lane_number);
    port.response_valid = true;
    port.response_tag = tag;
    port.response_data = word;
    return *this;
  }
  /// Lets the run last up to this cycle.
  Cycles& until(std::size_t cycle) {
    at(cycle);
    return *this;
  }
  Cycles& not_ready(std::size_t cycle, std::uint32_t lane_number) {
    lane(cycle, lane_number).request_ready = false;
    return *this;
  }

  /// The first complaint of the law, or nothing; and its counts.
  std::optional<std::string> judged(tb::LaneCounts* counts = nullptr) const {
    Law lane(latency_, depth_, mapping_);
    std::optional<std::string> wrong;
    for (const Cycle& cycle : cycles_) {
      if (!wrong) wrong = cycle.judged(lane.law);
    }
    if (counts != nullptr) *counts = lane.law.counts();
    return wrong;
  }

 private:
  std::uint32_t latency_;
  std::uint32_t depth_;
  const char* mapping_;
  std::vector<Cycle> cycles_;
};

}  // namespace superwarp::test
