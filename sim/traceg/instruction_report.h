// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/reference/slot_rule.h"
#include "sim/traceg/lower.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::traceg {

/// The cost of one instruction on one machine. An execution is that of a warp, or of a super warp
/// where they are packed; it takes a dispatch for each of its parts.
struct Cost {
  std::uint64_t dispatches = 0;
  std::uint64_t slots = 0;       ///< sum of their congestion
  std::uint32_t max = 0;         ///< largest congestion
  std::uint64_t executions = 0;  ///< with an active thread
  std::uint64_t max_slots = 0;   ///< largest number of slots of an execution

  /// Slots of a dispatch.
  [[nodiscard]] double mean() const { return ratio(slots, dispatches); }
  /// Slots of an execution.
  [[nodiscard]] double mean_slots() const { return ratio(slots, executions); }

  void add(const Cost& other) {
    dispatches += other.dispatches;
    slots += other.slots;
    max = std::max(max, other.max);
    executions += other.executions;
    max_slots = std::max(max_slots, other.max_slots);
  }

 private:
  static double ratio(std::uint64_t sum, std::uint64_t count) {
    return count == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(count);
  }
};

/// The cost of one instruction on a GPU.
struct GpuCost {
  std::uint64_t executions = 0;  ///< by a warp
  std::uint64_t wavefronts = 0;  ///< slots
  std::uint64_t ideal = 0;       ///< without conflicts
  std::uint32_t max = 0;         ///< wavefronts of an execution
  std::uint64_t threads = 0;     ///< active ones, of all executions

  /// What Nsight Compute calls bank conflicts.
  [[nodiscard]] std::uint64_t excess() const { return wavefronts - ideal; }
  /// Wavefronts of an execution.
  [[nodiscard]] double mean() const {
    return executions == 0 ? 0 : static_cast<double>(wavefronts) / static_cast<double>(executions);
  }

  void add(const GpuCost& other) {
    executions += other.executions;
    wavefronts += other.wavefronts;
    ideal += other.ideal;
    max = std::max(max, other.max);
    threads += other.threads;
  }
};

/// The cost of one instruction on a machine in which warps overlap.
struct OverlapCost {
  double slots = 0;              ///< its share of the machine's slots, see model::Share
  std::uint64_t executions = 0;  ///< by a warp
  std::uint64_t time_units = 0;  ///< sum over the executions, each until it is served
  std::uint64_t longest = 0;     ///< of an execution

  [[nodiscard]] double mean() const {
    return executions == 0 ? 0 : static_cast<double>(time_units) / static_cast<double>(executions);
  }

  void add(const OverlapCost& other) {
    slots += other.slots;
    executions += other.executions;
    time_units += other.time_units;
    longest = std::max(longest, other.longest);
  }
};

struct InstructionCosts {
  std::uint64_t requests = 0;            ///< words requested by threads, before merging
  GpuCost gpu;                           ///< if the trace was lowered for one
  std::vector<Cost> machine;             ///< one for each machine of the report
  std::vector<OverlapCost> overlapping;  ///< one for each of those in which warps overlap

  /// Adds `other`, which has as many machines.
  void add(const InstructionCosts& other) {
    requests += other.requests;
    gpu.add(other.gpu);
    for (std::size_t m = 0; m < machine.size(); ++m) machine[m].add(other.machine[m]);
    for (std::size_t m = 0; m < overlapping.size(); ++m) overlapping[m].add(other.overlapping[m]);
  }
};

/// Counts the cost of every instruction's dispatches on several machines with the model's slot
/// rule. Congestion depends only on a dispatch's addresses, not on its time, so nothing is
/// simulated. On a hierarchical machine the memory that the instruction accesses counts.
class InstructionReport {
 public:
  /// All machines have the width of the traces and 1 or `super_warp` warps in a super warp; a
  /// machine of 1 gets each warp's access alone.
  explicit InstructionReport(std::uint32_t super_warp) : super_warp_(super_warp) {}

  /// Sets rows and keys for the next traces. Every call has the same machines in the same order.
  void set_machines(const std::vector<Machine>& machines);

  /// Counts the dispatches of `lowered`, which was lowered for `super_warp`.
  void add(const Lowered& lowered);

  /// By index in the instruction table; shorter if the last instructions were never active.
  [[nodiscard]] const std::vector<InstructionCosts>& costs() const { return costs_; }

 private:
  struct Rule {
    model::SlotRule shared;
    std::optional<model::SlotRule> global;
    bool packs;  ///< dispatches super warps
  };

  /// The slots of the executions of one Lowered so far: for each a place for every warp of its
  /// super warp, and there one for every machine. A machine that packs uses the first place.
  class Executions;

  void count(bool packs, Space space, const Address* address, std::uint32_t* slots, InstructionCosts& costs);

  std::uint32_t super_warp_;
  std::vector<Rule> rules_;
  std::vector<InstructionCosts> costs_;
};

}  // namespace superwarp::traceg
