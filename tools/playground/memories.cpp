// SPDX-License-Identifier: Apache-2.0
#include "tools/playground/memories.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/mapping.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"

namespace superwarp::playground {
namespace {

struct Memory {
  std::uint64_t latency = 1;
  std::uint32_t banks = 1;
  std::unique_ptr<Mapping> mapping;
};

std::vector<Memory> memories_of(const Machine& machine) {
  std::vector<Memory> memories;
  for (std::uint32_t number = 0; number < machine.memories(); ++number) {
    const Machine one = memory_of(machine, number);
    memories.push_back({one.latency, one.bank_count(), model::make_mapping(one)});
  }
  return memories;
}

/// One bank event serves all lanes that want its word.
void add_request(const Dispatch& dispatch, DispatchId id, std::uint32_t lane, const Memory& memory,
                 TimeUnit& unit) {
  const Address address = dispatch.address[lane];
  const std::uint32_t bank = memory.mapping->bank(address);
  auto event = std::find_if(unit.events.begin(), unit.events.end(),
                            [bank](const BankEvent& one) { return one.bank == bank; });
  if (event == unit.events.end()) {
    const auto first = static_cast<std::uint32_t>(unit.served.size());
    unit.events.push_back({bank, address / memory.banks, dispatch.op, 0, first});
    event = unit.events.end() - 1;
  }
  unit.served.push_back({id, lane, 0, static_cast<std::uint32_t>(event - unit.events.begin())});
}

}  // namespace

bool record_memories(const Program& program, const Machine& machine, std::uint64_t requests,
                     draw::Scene& scene) {
  const std::vector<Memory> memories = memories_of(machine);
  std::map<std::pair<std::uint64_t, std::uint32_t>, TimeUnit> units;  // by time and memory
  const auto model = model::make_reference(program, machine, {false});
  std::uint64_t served = 0;
  bool whole = true;
  for (Expected expected; whole && model->next(expected); whole = served < requests) {
    const Dispatch& dispatch = expected.dispatch;
    const Memory& memory = memories.at(dispatch.memory);
    const auto id = static_cast<DispatchId>(scene.dispatches.size());
    for (std::uint32_t lane = 0; lane < dispatch.address.size(); ++lane) {
      if (dispatch.address[lane] == kInactive) continue;
      const std::uint64_t time = expected.first_slot + expected.slot[lane] + memory.latency - 1;
      TimeUnit& unit = units[{time, dispatch.memory}];
      unit.time = time;
      unit.memory = dispatch.memory;
      add_request(dispatch, id, lane, memory, unit);
      ++served;
    }
    scene.dispatches.push_back(dispatch);
  }
  for (auto& [place, unit] : units) scene.units.push_back(std::move(unit));
  scene.time_units = scene.units.empty() ? 0 : scene.units.back().time;
  return whole;
}

}  // namespace superwarp::playground
