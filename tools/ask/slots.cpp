// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/slots.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/reference/congestion_counter.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "model/reference/slot_rule.h"
#include "sim/gpu/machine_rules.h"
#include "sim/gpu/rounds.h"
#include "sim/trace/trace_program.h"

namespace superwarp::ask {
namespace {

constexpr std::uint32_t kPacked = 4;  // warps of a super warp in the overview

/// The mean slots of one of these executions.
double mean_slots(const Accesses& accesses, const std::vector<WarpAccess>& executions, const gpu::Description& gpu,
                  Machine machine, std::uint32_t keys) {
  if (executions.empty()) return 0;
  trace::Trace trace = trace_of(accesses, executions, gpu, machine.width);
  const std::uint32_t warps = (trace.warps() + machine.super_warp - 1) / machine.super_warp * machine.super_warp;
  const trace::TraceProgram program(std::move(trace), 1, warps);
  std::uint64_t slots = 0;
  for (std::uint32_t key = 0; key < keys; ++key) {
    machine.seed = key + 1;
    machine.key.clear();
    model::fit(machine, program);
    const auto model = model::make_reference(program, machine, {false});
    model->run();
    slots += model->totals().slots;
  }
  return static_cast<double>(slots) / keys / static_cast<double>(executions.size());
}

}  // namespace

gpu::Description papers_rules() { return gpu::machine_rules(gpu::Description().banks, gpu::Description().wave); }

std::vector<std::uint64_t> rounds_of(const Accesses& accesses, const WarpAccess& access) {
  const std::uint32_t word = std::max(4U, accesses.instructions[access.instruction].bytes);
  return gpu::rounds_of(access.mask, [&](std::uint32_t lane) { return access.address.at(lane) / word; });
}

gpu::Lowered lowered(const Accesses& accesses, const WarpAccess& access, gpu::Lowering& lowering) {
  const Instruction& instruction = accesses.instructions[access.instruction];
  const auto by = [&](gpu::Operation operation, std::uint64_t lanes) {
    gpu::Access one{operation, instruction.bytes, {}};
    for (std::uint32_t lane = 0; lane < accesses.lanes; ++lane)
      one.address.push_back((lanes >> lane & 1U) != 0 ? access.address.at(lane) : gpu::kIdle);
    return lowering.lower(one);
  };
  if (!instruction.loop) return by(instruction.operation, access.mask);
  gpu::Lowered all;
  for (const std::uint64_t lanes : rounds_of(accesses, access)) {
    for (const gpu::Operation operation : {gpu::Operation::kRead, gpu::Operation::kAtomic}) {
      const bool first = lanes == access.mask;
      // Elements of 16 bits are loaded once.
      if (operation == gpu::Operation::kRead && !first && instruction.bytes < 4) continue;
      gpu::Lowered one = by(operation, lanes);
      all.slots += one.slots;
      all.ideal += first ? one.ideal : 0;  // without conflicts there is one round
      std::move(one.phases.begin(), one.phases.end(), std::back_inserter(all.phases));
    }
  }
  return all;
}

std::vector<Slots> slots_alone(const Accesses& accesses, const gpu::Description& gpu) {
  gpu::Lowering lowering(gpu);
  std::vector<Slots> result;
  for (const WarpAccess& access : accesses.executions) {
    const gpu::Lowered one = lowered(accesses, access, lowering);
    result.push_back({one.slots, one.ideal});
  }
  return result;
}

std::vector<Request> requests_of(const Accesses& accesses, const WarpAccess& access, const gpu::Description& gpu) {
  gpu::Lowering lowering(gpu);
  const Instruction& instruction = accesses.instructions[access.instruction];
  const std::uint32_t banks = gpu.rule(instruction.operation, 8 * instruction.bytes)->banks;
  const std::uint32_t most = accesses.lanes * std::max(1U, instruction.bytes / gpu.interleave);
  model::CongestionCounter distinct(most, banks);
  model::BroadcastRule broadcast(most, banks);
  std::vector<Request> requests;
  std::uint32_t before = 0;  // slots of earlier phases
  std::uint32_t phases = 0;
  for (const gpu::Phase& phase : lowered(accesses, access, lowering).phases) {
    const std::vector<Address>& cells = phase.request;
    const auto count = static_cast<std::uint32_t>(cells.size());
    std::vector<std::uint32_t> bank(count);
    for (std::size_t i = 0; i < count; ++i) bank[i] = cells[i] % banks;
    std::vector<std::uint32_t> turn(count);  // of each request, from 0
    if (gpu.merges_every_word)
      distinct.count(cells.data(), bank.data(), count, turn.data());
    else
      broadcast.serve(cells.data(), bank.data(), count, turn.data());
    for (std::size_t i = 0; i < count; ++i) {
      if (cells[i] == kInactive) continue;
      requests.push_back(
          {phase.lanes[i * phase.lanes.size() / count], bank[i], phases, before + turn[i] + 1, turn[i] + 1, cells[i]});
    }
    ++phases;
    before += phase.slots;
  }
  return requests;
}

trace::Trace trace_of(const Accesses& accesses, const std::vector<WarpAccess>& executions,
                      const gpu::Description& description, std::uint32_t width) {
  // Each machine of the papers splits wide accesses by its own width.
  const gpu::Description rules = description.machine ? gpu::machine_rules(width, description.wave) : description;
  gpu::Lowering lowering(rules);
  trace::Trace trace("the question");
  std::uint64_t round = 0;
  const auto& all = executions;
  for (std::size_t first = 0, end = 0; first < all.size(); first = end) {
    std::vector<std::vector<gpu::Part>> warps;  // what each sends to the machine, in order
    std::size_t most = 0;
    for (end = first; end < all.size() && all[end].instruction == all[first].instruction &&
                      all[end].iteration == all[first].iteration;
         ++end) {
      std::vector<gpu::Part> parts = gpu::parts_of(lowered(accesses, all[end], lowering), width);
      parts.erase(std::remove_if(parts.begin(), parts.end(), [](const gpu::Part& part) { return !part.requests; }),
                  parts.end());
      most = std::max(most, parts.size());
      warps.push_back(std::move(parts));
    }
    for (std::size_t part = 0; part < most; ++part, ++round) {
      for (std::size_t i = 0; i < warps.size(); ++i) {
        if (part < warps[i].size()) trace.add(round, all[first + i].warp, warps[i][part].op, warps[i][part].address);
      }
    }
  }
  return trace;
}

std::vector<Choice> all_machines(std::optional<std::uint32_t> width) {
  std::vector<Choice> all;
  const auto add = [&](const MachineInfo& info, const std::string& more, std::uint32_t super_warp) -> Machine& {
    Machine machine;
    machine.kind = info.kind;
    machine.width = width.value_or(info.width);
    machine.mapping = info.mapping;
    machine.super_warp = super_warp;
    all.push_back({info.name + more, machine});
    return all.back().machine;
  };
  const std::string packed = fmt::format(" --super-warp {}", kPacked);
  for (const MachineInfo& info : machines()) {
    if (!info.packs || info.mapping != "identity") add(info, "", 1);
    if (info.packs) add(info, packed, kPacked);
    if (!info.streams()) continue;
    for (const RpuInfo& rpu : rpus()) {
      if (rpu.rpu == Rpu::kBatch) continue;
      Machine& machine = add(info, (rpu.overlaps() ? "" : packed) + " --rpu " + rpu.name, rpu.overlaps() ? 1 : kPacked);
      machine.rpu = rpu.rpu;
      machine.streaming = rpu_defaults(rpu.rpu);
    }
  }
  const MachineInfo& dmm = machine_info(MachineKind::kDmm);
  for (const model::MappingInfo& mapping : model::mappings()) {
    if (mapping.name != dmm.mapping) add(dmm, " --mapping " + mapping.name, 1).mapping = mapping.name;
  }
  return all;
}

std::vector<Served> on_all_machines(const Accesses& accesses, const gpu::Description& gpu, std::uint32_t keys) {
  std::vector<std::vector<WarpAccess>> of_instruction(accesses.instructions.size());
  for (const WarpAccess& access : accesses.executions) of_instruction[access.instruction].push_back(access);
  std::vector<Served> result;
  for (const Choice& choice : all_machines(gpu.machine ? std::nullopt : std::optional(gpu.banks))) {
    const bool random = model::mapping_info(choice.machine.mapping).key != model::KeyKind::kNone;
    Served& served = result.emplace_back(Served{choice.options, random ? keys : 1});
    const auto mean = [&](const std::vector<WarpAccess>& executions) {
      return mean_slots(accesses, executions, gpu, choice.machine, served.keys);
    };
    for (const std::vector<WarpAccess>& alone : of_instruction) served.instruction.push_back(mean(alone));
    served.together = mean(accesses.executions) * static_cast<double>(accesses.instructions.size());
  }
  return result;
}

}  // namespace superwarp::ask
