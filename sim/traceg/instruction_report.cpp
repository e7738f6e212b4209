// SPDX-License-Identifier: Apache-2.0
#include "sim/traceg/instruction_report.h"

#include <algorithm>

#include "language/machine.h"

namespace superwarp::traceg {

void InstructionReport::set_machines(const std::vector<Machine>& machines) {
  rules_.clear();
  for (const Machine& machine : machines) {
    rules_.push_back({model::SlotRule(memory_of(machine, 0)), std::nullopt,
                      machine.super_warp == super_warp_ && super_warp_ > 1});
    if (machine.hierarchy) rules_.back().global.emplace(memory_of(machine, machine.memories() - 1));
  }
}

void InstructionReport::add(const Lowered& lowered) {
  const trace::Trace& trace = lowered.trace;
  std::vector<Address> together(std::size_t{trace.width()} * super_warp_);
  for (const trace::TraceRound& round : trace.rounds()) {
    for (std::size_t i = round.first; i < round.end;) {
      const std::uint32_t instruction = lowered.instruction[i];
      const std::uint32_t group = trace.accesses()[i].warp / super_warp_;
      const Space space = trace.accesses()[i].space;  // the same for the whole super warp
      if (costs_.size() <= instruction) costs_.resize(instruction + 1);
      InstructionCosts& costs = costs_[instruction];
      costs.machine.resize(rules_.size());
      std::fill(together.begin(), together.end(), kInactive);
      for (; i < round.end && trace.accesses()[i].warp / super_warp_ == group; ++i) {
        const Address* const warp = trace.addresses(i);
        const std::size_t place = trace.accesses()[i].warp % super_warp_;
        std::copy_n(warp, trace.width(), &together[place * trace.width()]);
        costs.requests += static_cast<std::uint64_t>(
            std::count_if(warp, warp + trace.width(), [](Address a) { return a != kInactive; }));
        count(false, space, warp, costs);
      }
      count(true, space, together.data(), costs);
    }
  }
}

void InstructionReport::count(bool packs, Space space, const Address* address,
                              InstructionCosts& costs) {
  for (std::size_t m = 0; m < rules_.size(); ++m) {
    if (rules_[m].packs != packs) continue;
    model::SlotRule& rule = space == Space::kGlobal ? *rules_[m].global : rules_[m].shared;
    const std::uint32_t congestion = rule.apply(address, nullptr);
    Cost& cost = costs.machine[m];
    cost.dispatches += 1;
    cost.slots += congestion;
    cost.max = std::max(cost.max, congestion);
  }
}

}  // namespace superwarp::traceg
