// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/instruction_report.h"

#include <algorithm>

#include "model/machine/machine.h"

namespace superwarp::traceg {

class InstructionReport::Executions {
 public:
  Executions(const Lowered& lowered, std::uint32_t super_warp, std::size_t machines)
      : places_(super_warp),
        machines_(machines),
        instruction_(lowered.executions),
        slots_(lowered.executions * super_warp * machines) {}

  /// The slots of one warp's part of `execution`, by machine.
  std::uint32_t* of(std::uint32_t execution, std::uint32_t instruction, std::size_t place) {
    instruction_[execution] = instruction;
    return &slots_[(std::size_t{execution} * places_ + place) * machines_];
  }

  void add_to(std::vector<InstructionCosts>& costs) const {
    std::size_t i = 0;
    for (const std::uint32_t instruction : instruction_) {
      for (std::size_t place = 0; place < places_; ++place) {
        for (std::size_t m = 0; m < machines_; ++m, ++i) {
          if (slots_[i] == 0) continue;
          Cost& cost = costs[instruction].machine[m];
          cost.executions += 1;
          cost.max_slots = std::max<std::uint64_t>(cost.max_slots, slots_[i]);
        }
      }
    }
  }

 private:
  std::size_t places_;
  std::size_t machines_;
  std::vector<std::uint32_t> instruction_;  ///< of every execution
  std::vector<std::uint32_t> slots_;
};

void InstructionReport::set_machines(const std::vector<Machine>& machines) {
  rules_.clear();
  for (const Machine& machine : machines) {
    rules_.push_back(
        {model::SlotRule(memory_of(machine, 0)), std::nullopt, machine.super_warp == super_warp_ && super_warp_ > 1});
    if (machine.hierarchy) rules_.back().global.emplace(memory_of(machine, machine.memories() - 1));
  }
}

void InstructionReport::add(const Lowered& lowered) {
  const trace::Trace& trace = lowered.trace;
  Executions executions(lowered, super_warp_, rules_.size());
  std::vector<Address> together(std::size_t{trace.width()} * super_warp_);
  for (const trace::TraceRound& round : trace.rounds()) {
    for (std::size_t i = round.first; i < round.end;) {
      if (!trace.requests(i)) {  // work only
        ++i;
        continue;
      }
      const std::uint32_t instruction = lowered.instruction[i];
      const std::uint32_t execution = lowered.execution[i];
      const std::uint32_t group = trace.accesses()[i].warp / super_warp_;
      const Space space = trace.accesses()[i].space;  // the same for the whole super warp
      if (costs_.size() <= instruction) costs_.resize(instruction + 1);
      InstructionCosts& costs = costs_[instruction];
      costs.machine.resize(rules_.size());
      std::fill(together.begin(), together.end(), kInactive);
      for (; i < round.end && trace.accesses()[i].warp / super_warp_ == group; ++i) {
        if (!trace.requests(i)) continue;
        const Address* const warp = trace.addresses(i);
        const std::size_t place = trace.accesses()[i].warp % super_warp_;
        std::copy_n(warp, trace.width(), &together[place * trace.width()]);
        costs.requests += static_cast<std::uint64_t>(
            std::count_if(warp, warp + trace.width(), [](Address a) { return a != kInactive; }));
        count(false, space, warp, executions.of(execution, instruction, place), costs);
      }
      count(true, space, together.data(), executions.of(execution, instruction, 0), costs);
    }
  }
  executions.add_to(costs_);
  for (const GpuExecution& execution : lowered.gpu_executions) {
    if (costs_.size() <= execution.instruction) costs_.resize(execution.instruction + 1);
    costs_[execution.instruction].gpu.add(
        {1, execution.wavefronts, execution.ideal, execution.wavefronts, execution.threads});
  }
}

void InstructionReport::count(bool packs, Space space, const Address* address, std::uint32_t* slots,
                              InstructionCosts& costs) {
  for (std::size_t m = 0; m < rules_.size(); ++m) {
    if (rules_[m].packs != packs) continue;
    model::SlotRule& rule = space == Space::kGlobal ? *rules_[m].global : rules_[m].shared;
    const std::uint32_t congestion = rule.apply(address, nullptr);
    Cost& cost = costs.machine[m];
    cost.dispatches += 1;
    cost.slots += congestion;
    cost.max = std::max(cost.max, congestion);
    slots[m] += congestion;
  }
}

}  // namespace superwarp::traceg
