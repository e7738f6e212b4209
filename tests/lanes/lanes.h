// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/stepper.h"
#include "model/reference/mapping.h"
#include "sysc/rtl_cache.h"
#include "sysc/rtl_unit.h"
#include "tb/lane_driver.h"

/// \file
/// Units with a lane-level port: beside the model's lanes, and under random requests.

namespace superwarp::test {

/// The requests of each lane, in order.
using Requests = std::vector<std::vector<sysc::LaneRequest>>;

inline constexpr std::uint32_t kAllBytes = 0xf;

sysc::LaneRequest read(Address address);
sysc::LaneRequest write(Address address, std::uint32_t enable, Word data);

/// When lanes act, by `kind`: always, now and then, seldom, in bursts, or some lanes late.
tb::LaneTraffic::When stalls(std::uint32_t kind, std::uint64_t seed);
inline constexpr std::uint32_t kStallKinds = 5;

/// Makes requests of random numbers, `writes` of 8 to write, after one of kRequestKinds patterns:
/// the whole memory, few words, one bank.
Requests requests_of(const sysc::LaneConfig& config, const std::vector<std::uint64_t>& numbers, std::uint32_t kind,
                     std::uint32_t writes);
inline constexpr std::uint32_t kRequestKinds = 5;

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
  [[nodiscard]] std::optional<std::string> compare(std::uint32_t lane, const sysc::LanePort& port) const;

  std::unique_ptr<LaneStepper> stepper_;
  bool words_ = false;
  std::uint64_t cycle_ = 0;
  std::vector<std::optional<Served>> served_;  ///< of each lane, in this cycle
};

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

/// A unit of a shape, at a latency, with a key of its own, whose ports are compared with the
/// model's.
class Lanes {
 public:
  Lanes(sysc::RtlCache& cache, const sysc::LaneConfig& config, std::uint32_t latency, std::uint64_t seed)
      : machine_(machine_of(config, latency, seed)),
        mapping_(model::make_mapping(machine_)),
        schedule_(machine_, config.responses),
        unit_(*cache.lane_machine(config)),
        driver_(unit_, config, latency, *mapping_, key_writes(machine_)) {
    driver_.listen([&](const auto& outputs, const auto& offered, const auto& takes) {
      return schedule_.check(outputs, offered, takes);
    });
  }

  tb::LaneRun run(const tb::LaneTraffic& traffic, std::uint64_t most_cycles = 100000) {
    return driver_.run(traffic, most_cycles);
  }
  [[nodiscard]] const tb::LaneCounts& counts() const { return driver_.counts(); }
  void compare_words() { schedule_.compare_words(); }

 private:
  static Machine machine_of(const sysc::LaneConfig& config, std::uint32_t latency, std::uint64_t seed) {
    Machine machine;
    machine.kind = MachineKind::kSdmm;
    machine.width = config.width;
    machine.banks = config.banks;
    machine.rows = config.rows;
    machine.mapping = config.mapping;
    machine.key = model::mapping_key(config.mapping, seed, config.rows, config.banks);
    machine.latency = latency;
    machine.rpu = Rpu::kStream;
    machine.streaming = config.streaming;
    return machine;
  }

  Machine machine_;
  std::unique_ptr<Mapping> mapping_;
  LaneSchedule schedule_;
  UntidyLanes unit_;
  tb::LaneDriver driver_;
};

}  // namespace superwarp::test
