// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/overlap_report.h"

#include <algorithm>

#include "model/reference/model.h"

namespace superwarp::traceg {
namespace {

/// The number in the trace of an access that the program dispatches.
std::size_t access_of(const Dispatch& dispatch, const trace::Trace& trace) {
  const trace::TraceRound& round = trace.rounds()[dispatch.round];
  const auto begin = trace.accesses().begin();
  const auto found = std::lower_bound(
      begin + static_cast<std::ptrdiff_t>(round.first), begin + static_cast<std::ptrdiff_t>(round.end),
      dispatch.super_warp, [](const trace::TraceAccess& one, std::uint32_t warp) { return one.warp < warp; });
  return static_cast<std::size_t>(found - begin);
}

}  // namespace

void OverlapReport::add(const Lowered& lowered, const trace::TraceProgram& program) {
  std::size_t instructions = 0;
  for (const std::uint32_t one : lowered.instruction) instructions = std::max<std::size_t>(instructions, one + 1);
  if (costs_.size() < instructions) costs_.resize(instructions);
  for (std::vector<OverlapCost>& costs : costs_) costs.resize(machines_.size());
  for (std::size_t m = 0; m < machines_.size(); ++m) run(m, lowered, program);
}

void OverlapReport::run(std::size_t number, const Lowered& lowered, const trace::TraceProgram& program) {
  const trace::Trace& trace = program.trace();
  // An execution by a warp has several dispatches if its lanes access more than a word.
  struct Execution {
    std::uint32_t instruction = 0;
    std::uint64_t time_units = 0;
  };
  std::vector<Execution> executions(std::size_t{lowered.executions} * super_warp_);
  model::ModelOptions options;
  options.with_data = false;  // a trace has its addresses
  options.served = [&](const Dispatch& dispatch, const model::Share& share) {
    const std::size_t access = access_of(dispatch, trace);
    const std::uint32_t instruction = lowered.instruction[access];
    costs_[instruction][number].slots += share.slots;
    Execution& execution =
        executions[std::size_t{lowered.execution[access]} * super_warp_ + dispatch.super_warp % super_warp_];
    execution.instruction = instruction;
    execution.time_units += share.time_units;
  };
  model::make_reference(program, machines_[number], options)->run();
  for (const Execution& execution : executions) {
    if (execution.time_units == 0) continue;
    OverlapCost& cost = costs_[execution.instruction][number];
    cost.executions += 1;
    cost.time_units += execution.time_units;
    cost.longest = std::max(cost.longest, execution.time_units);
  }
}

}  // namespace superwarp::traceg
