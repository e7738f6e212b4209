// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "model/machine/machine.h"
#include "sim/trace/trace_program.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/lower.h"

namespace superwarp::traceg {

/// The cost of every instruction on machines in which warps overlap. There a dispatch has no slots
/// of its own, and its cost depends on other dispatches under way, so the model runs the blocks.
class OverlapReport {
 public:
  /// `super_warp` is that of the lowering.
  explicit OverlapReport(std::uint32_t super_warp) : super_warp_(super_warp) {}

  /// Sets rows and keys for the next traces. Every call has the same machines in the same order.
  void set_machines(std::vector<Machine> machines) { machines_ = std::move(machines); }

  /// Runs the program of `lowered`, whose trace it has taken.
  void add(const Lowered& lowered, const trace::TraceProgram& program);

  /// By index in the instruction table; shorter if the last instructions were never active.
  [[nodiscard]] const std::vector<std::vector<OverlapCost>>& costs() const { return costs_; }

 private:
  void run(std::size_t number, const Lowered& lowered, const trace::TraceProgram& program);

  std::uint32_t super_warp_;
  std::vector<Machine> machines_;
  std::vector<std::vector<OverlapCost>> costs_;
};

}  // namespace superwarp::traceg
