// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/slots.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "model/machine/machine.h"
#include "model/reference/congestion_counter.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "model/reference/slot_rule.h"
#include "sim/trace/trace_program.h"
#include "tools/ask/machines.h"
#include "tools/ask/parts.h"

namespace superwarp::ask {
namespace {

/// Slots of a run of `program` on `machine`.
std::uint64_t slots_of(const Program& program, const Machine& machine) {
  const auto model = model::make_reference(program, machine, {false});
  model->run();
  return model->totals().slots;
}

/// The mean slots of one of these executions.
double mean_slots(const Accesses& accesses, const std::vector<WarpAccess>& executions,
                  const gpu::Description& gpu, Machine machine, std::uint32_t keys) {
  if (executions.empty()) return 0;
  trace::Trace trace = trace_of(accesses, executions, gpu, machine.width);
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
  return static_cast<double>(slots) / keys / static_cast<double>(executions.size());
}

std::vector<Address> active(const std::vector<Address>& cells) {
  std::vector<Address> some;
  std::copy_if(cells.begin(), cells.end(), std::back_inserter(some),
               [](Address cell) { return cell != kInactive; });
  return some;
}

/// The slot of each request of a phase.
class PhaseSlots {
 public:
  PhaseSlots(std::uint32_t requests, std::uint32_t banks, bool every_word)
      : banks_(banks),
        every_word_(every_word),
        distinct_(requests, banks),
        broadcast_(requests, banks) {}

  std::vector<std::uint32_t> of(const std::vector<Address>& cells) {
    std::vector<std::uint32_t> bank;
    for (const Address cell : cells) bank.push_back(cell % banks_);
    std::vector<std::uint32_t> slot(cells.size());
    const auto count = static_cast<std::uint32_t>(cells.size());
    if (every_word_) {
      distinct_.count(cells.data(), bank.data(), count, slot.data());
    } else {
      broadcast_.serve(cells.data(), bank.data(), count, slot.data());
    }
    return slot;
  }

 private:
  std::uint32_t banks_;
  bool every_word_;
  model::CongestionCounter distinct_;
  model::BroadcastRule broadcast_;
};

}  // namespace

std::vector<Slots> slots_alone(const Accesses& accesses, const gpu::Description& gpu) {
  gpu::Lowering lowering(gpu);
  std::vector<Slots> result;
  for (const WarpAccess& access : accesses.executions) {
    const gpu::Lowered one = lowered(accesses, access, lowering);
    result.push_back({one.slots, one.ideal});
  }
  return result;
}

std::vector<Request> requests_of(const Accesses& accesses, const WarpAccess& access,
                                 const gpu::Description& gpu) {
  gpu::Lowering lowering(gpu);
  const Instruction& instruction = accesses.instructions[access.instruction];
  const gpu::PhaseRule& rule = *gpu.rule(instruction.operation, 8 * instruction.bytes);
  const std::uint32_t most = std::max(1U, instruction.bytes / gpu.interleave);  // of a lane
  PhaseSlots slots(accesses.lanes * most, rule.banks, gpu.merges_every_word);
  std::vector<Request> requests;
  std::uint32_t before = 0;  // slots of earlier phases
  std::uint32_t phases = 0;
  for (const gpu::Phase& phase : lowered(accesses, access, lowering).phases) {
    const std::vector<Address> cells = active(phase.request);
    const std::vector<std::uint32_t> slot = slots.of(cells);
    const std::size_t words = phase.request.size() / phase.lanes.size();
    for (std::size_t i = 0, cell = 0; i < phase.request.size(); ++i) {
      if (phase.request[i] == kInactive) continue;
      requests.push_back({phase.lanes[i / words], cells[cell] % rule.banks, phases,
                          before + slot[cell] + 1, slot[cell] + 1, cells[cell]});
      ++cell;
    }
    ++phases;
    before += phase.slots;
  }
  return requests;
}

std::vector<Served> on_all_machines(const Accesses& accesses, const gpu::Description& gpu,
                                    std::uint32_t keys) {
  std::vector<std::vector<WarpAccess>> of_instruction(accesses.instructions.size());
  for (const WarpAccess& access : accesses.executions)
    of_instruction[access.instruction].push_back(access);
  std::vector<Served> result;
  const auto banks = gpu.machine ? std::nullopt : std::optional(gpu.banks);
  for (const Choice& choice : all_machines(banks)) {
    const bool random = model::mapping_info(choice.machine.mapping).key != model::KeyKind::kNone;
    Served served{choice.options, {}, random ? keys : 1};
    const auto mean = [&](const std::vector<WarpAccess>& executions) {
      return mean_slots(accesses, executions, gpu, choice.machine, served.keys);
    };
    for (const std::vector<WarpAccess>& alone : of_instruction)
      served.means.instruction.push_back(mean(alone));
    served.means.together =
        mean(accesses.executions) * static_cast<double>(accesses.instructions.size());
    result.push_back(std::move(served));
  }
  return result;
}

}  // namespace superwarp::ask
