// SPDX-License-Identifier: Apache-2.0
#include "sim/ask/slots.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/machine_info.h"
#include "language/rpu_info.h"
#include "sim/ask/parts.h"
#include "sim/model/mapping.h"
#include "sim/model/model.h"
#include "sim/model/slot_rule.h"
#include "sim/trace/trace_program.h"

namespace superwarp::ask {
namespace {

constexpr std::uint32_t kPacked = 4;  // warps of a super warp in the overview
constexpr std::uint32_t kWordBytes = 4;

std::uint64_t words_of(const Accesses& accesses) {
  std::uint64_t end = 1;
  for (const WarpAccess& access : accesses.executions) {
    const std::uint32_t bytes = accesses.instructions[access.instruction].bytes;
    for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
      if ((access.mask >> thread & 1U) != 0)
        end = std::max<std::uint64_t>(end, access.address.at(thread) + std::uint64_t{bytes});
    }
  }
  return (end + kWordBytes - 1) / kWordBytes;
}

/// Slots of a run of `program` on `machine`.
std::uint64_t slots_of(const Program& program, const Machine& machine) {
  const auto model = model::make_reference(program, machine, {false});
  model->run();
  return model->totals().congestion;
}

/// Executions of an instruction, or of all.
std::size_t executions(const Accesses& accesses, std::optional<std::size_t> only) {
  return static_cast<std::size_t>(std::count_if(
      accesses.executions.begin(), accesses.executions.end(),
      [&](const WarpAccess& access) { return !only || access.instruction == *only; }));
}

/// The mean slots of one warp's execution of `only`; without it of one of every instruction.
double mean_slots(const Accesses& accesses, Machine machine, std::optional<std::size_t> only,
                  std::uint32_t keys) {
  const std::size_t count = executions(accesses, only);
  if (count == 0) return 0;
  trace::Trace trace = trace_of(accesses, machine.width, only);
  const std::uint32_t warps =
      (trace.warps() + machine.super_warp - 1) / machine.super_warp * machine.super_warp;
  const trace::TraceProgram program(std::move(trace), 1, warps);
  std::uint64_t slots = 0;
  for (std::uint32_t key = 0; key < keys; ++key) {
    machine.seed = key + 1;
    machine.key.clear();
    model::fit(machine, program);
    slots += slots_of(program, machine);
  }
  const double each = static_cast<double>(slots) / keys / static_cast<double>(count);
  return only ? each : each * static_cast<double>(accesses.instructions.size());
}

/// A machine and the options that choose it.
struct Choice {
  std::string options;
  Machine machine;
};

/// Every kind of machine with its usual mapping, every RPU, then every mapping of the DMM.
std::vector<Choice> all_machines() {
  std::vector<Choice> all;
  const auto add = [&](const MachineInfo& info, const std::string& more,
                       std::uint32_t super_warp) -> Machine& {
    Machine machine;
    machine.kind = info.kind;
    machine.width = info.width;
    machine.mapping = info.mapping;
    machine.super_warp = super_warp;
    all.push_back({info.name + more, machine});
    return all.back().machine;
  };
  for (const MachineInfo& info : machines()) {
    if (!info.packs || info.mapping != "identity") add(info, "", 1);
    if (info.packs) add(info, fmt::format(" --super-warp {}", kPacked), kPacked);
    if (!info.streams()) continue;
    for (const RpuInfo& rpu : rpus()) {
      if (rpu.rpu == Rpu::kBatch) continue;
      Machine& machine = add(info, fmt::format(" --rpu {}", rpu.name), 1);
      machine.rpu = rpu.rpu;
      machine.streaming = rpu_defaults(rpu.rpu);
    }
  }
  const MachineInfo& dmm = machine_info(MachineKind::kDmm);
  for (const model::MappingInfo& mapping : model::mappings()) {
    if (mapping.name != dmm.mapping)
      add(dmm, " --mapping " + mapping.name, 1).mapping = mapping.name;
  }
  return all;
}

}  // namespace

Machine plain_memory() { return {}; }

std::vector<Slots> slots_alone(const Accesses& accesses, Machine machine) {
  model::fit(machine, words_of(accesses));
  model::SlotRule rule(machine);
  std::vector<Slots> result;
  for (const std::vector<Part>& parts : parts_of(accesses, machine.width)) {
    Slots sum;
    for (const Part& part : parts) {
      sum.slots += rule.apply(part.word.data(), nullptr);
      ++sum.ideal;
    }
    result.push_back(sum);
  }
  return result;
}

std::vector<Request> requests_of(const Accesses& accesses, std::size_t execution, Machine machine) {
  Accesses one = accesses;
  one.executions = {accesses.executions[execution]};
  model::fit(machine, words_of(one));
  model::SlotRule rule(machine);
  const auto mapping = model::make_mapping(machine);
  std::vector<Request> requests;
  std::uint32_t number = 0;
  std::uint32_t before = 0;  // slots of earlier parts
  const std::vector<std::vector<Part>> parts = parts_of(one, machine.width);
  for (const Part& part : parts.front()) {
    std::vector<std::uint32_t> slot(part.word.size());
    const std::uint32_t slots = rule.apply(part.word.data(), slot.data());
    for (std::size_t lane = 0; lane < slot.size(); ++lane) {
      if (part.word[lane] == kInactive) continue;
      requests.push_back({part.thread[lane], mapping->bank(part.word[lane]), number,
                          before + slot[lane] + 1, part.word[lane]});
    }
    before += slots;
    ++number;
  }
  return requests;
}

std::vector<Served> on_all_machines(const Accesses& accesses, std::uint32_t keys) {
  std::vector<Served> result;
  for (const Choice& choice : all_machines()) {
    const bool random = model::mapping_info(choice.machine.mapping).key != model::KeyKind::kNone;
    Served served{choice.options, {}, random ? keys : 1};
    for (std::size_t i = 0; i < accesses.instructions.size(); ++i)
      served.means.instruction.push_back(mean_slots(accesses, choice.machine, i, served.keys));
    served.means.together = mean_slots(accesses, choice.machine, std::nullopt, served.keys);
    result.push_back(std::move(served));
  }
  return result;
}

}  // namespace superwarp::ask
