// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "language/machine.h"
#include "sim/model/slot_rule.h"
#include "sim/traceg/lower.h"

namespace superwarp::traceg {

/// What the dispatches of one instruction cost on one machine.
struct Cost {
  std::uint64_t dispatches = 0;
  std::uint64_t slots = 0;  ///< sum of their congestion
  std::uint32_t max = 0;    ///< largest congestion

  [[nodiscard]] double mean() const {
    return dispatches == 0 ? 0 : static_cast<double>(slots) / static_cast<double>(dispatches);
  }
};

/// One instruction's costs.
struct InstructionCosts {
  std::uint64_t requests = 0;  ///< words that threads asked for, before merging
  std::vector<Cost> machine;   ///< one for each machine of the report
};

/// Counts, for every instruction of a trace, what its dispatches cost on several machines, by the
/// model's own rule of slots. Congestion depends on a dispatch's addresses only, not on when it is
/// dispatched, so no machine has to be simulated for it. On a hierarchical machine an instruction's
/// are those of the memory that it accesses.
class InstructionReport {
 public:
  /// All machines have the width of the traces to come, and 1 or `super_warp` warps in a super
  /// warp: a machine of 1 sees every warp's access alone.
  explicit InstructionReport(std::uint32_t super_warp) : super_warp_(super_warp) {}

  /// The machines, with rows and keys for the next traces; the same ones in the same order each
  /// time.
  void set_machines(const std::vector<Machine>& machines);

  /// Counts in what `lowered`, made for `super_warp` warps in a super warp, dispatches.
  void add(const Lowered& lowered);

  /// By the instruction's place in the table; shorter than that if the last were never active.
  [[nodiscard]] const std::vector<InstructionCosts>& costs() const { return costs_; }

 private:
  struct Rule {
    model::SlotRule shared;
    std::optional<model::SlotRule> global;
    bool packs;  ///< its dispatches are those of super warps
  };

  void count(bool packs, Space space, const Address* address, InstructionCosts& costs);

  std::uint32_t super_warp_;
  std::vector<Rule> rules_;
  std::vector<InstructionCosts> costs_;
};

}  // namespace superwarp::traceg
