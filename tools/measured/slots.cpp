// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/slots.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "model/reference/mapping.h"
#include "model/reference/reference_model.h"
#include "sim/gpu/lower.h"
#include "sim/trace/trace_program.h"
#include "tools/measured/access_program.h"

namespace superwarp::crosscheck {
namespace {

/// Accesses that are one after the other, each by all warps.
struct Sequence {
  std::vector<CountedAccess> accesses;
  std::uint64_t rounds = 0;
  std::uint64_t reads = 0;  ///< rounds that read
};

/// The accesses of a pattern of elements by one warp.
Sequence elements(const Pattern& pattern) {
  Sequence sequence;
  const bool pairs = pattern.op == AccessOp::kWriteRead;
  for (std::uint32_t set = 0; set < pattern.access.sets; ++set) {
    for (std::uint32_t half = pairs ? 0 : 1; half < 2; ++half) {
      const bool writes = half == 0 || pattern.op == AccessOp::kWrite;
      sequence.accesses.push_back({warp_access(pattern, set, writes), pattern.warps});
      sequence.rounds += 1;
      sequence.reads += writes ? 0 : 1;
    }
  }
  return sequence;
}

/// The accesses of a workload's warps, its words where its mapping puts them.
Sequence workload_accesses(const Pattern& pattern) {
  const RunnablePattern runnable = make_runnable(pattern);
  const auto mapping = model::make_mapping(runnable.machine);
  const std::uint32_t banks = runnable.machine.width;
  Sequence sequence;
  std::set<std::uint64_t> reads;
  model::ReferenceModel model(*runnable.program, runnable.machine);
  for (Expected expected; model.next(expected);) {
    const Dispatch& dispatch = expected.dispatch;
    if (dispatch.op == Op::kRead) reads.insert(dispatch.round);
    std::vector<std::uint32_t> bank(dispatch.address.size());
    mapping->banks(dispatch.address.data(), static_cast<std::uint32_t>(bank.size()), bank.data());
    gpu::Access access;
    access.operation = dispatch.op == Op::kRead ? gpu::Operation::kRead : gpu::Operation::kWrite;
    for (std::size_t lane = 0; lane < bank.size(); ++lane) {
      const Address address = dispatch.address[lane];
      access.address.push_back(address == kInactive ? gpu::kIdle
                                                    : 4 * (std::uint64_t{address} / banks * banks + bank[lane]));
    }
    sequence.accesses.push_back({access, 1});
  }
  sequence.rounds = model.totals().rounds;
  sequence.reads = reads.size();
  return sequence;
}

Sequence sequence_of(const Pattern& pattern) {
  if (pattern.access.kind == AccessKind::kWorkload) return workload_accesses(pattern);
  if (pattern.access.kind != AccessKind::kLanes) return elements(pattern);
  Sequence sequence;
  sequence.accesses = pattern.access.lanes;
  sequence.rounds = pattern.access.lanes.size();
  sequence.reads = sequence.rounds;
  return sequence;
}

/// The phases of accesses that happen equally often, as one warp of a machine.
struct Dispatches {
  trace::Trace trace;
  std::uint64_t rounds = 0;
};

Machine machine_of(const gpu::Description& gpu, std::uint64_t words) {
  Machine machine;
  machine.kind = gpu.merges_every_word ? MachineKind::kDmm : MachineKind::kGt200;
  machine.width = gpu.banks;
  model::fit(machine, words);
  return machine;
}

/// Asks the RTL for the slots of phases that it can run as they are, and takes the others' from
/// `result`.
void add_rtl(const std::map<std::uint64_t, Dispatches>& by_count, const gpu::Description& gpu, const AskRtl& ask_rtl,
             PatternSlots& result) {
  std::uint64_t slots = result.idle;
  for (const auto& [count, dispatches] : by_count) {
    if (dispatches.rounds == 0) continue;
    const trace::TraceProgram program(dispatches.trace);
    const auto rtl = ask_rtl(program, machine_of(gpu, program.words()));
    if (!rtl) return;
    slots += count * rtl->slots;
    if (result.disagreement.empty()) result.disagreement = rtl->disagreement;
  }
  result.rtl_slots = slots;
  if (slots != result.slots && result.disagreement.empty()) {
    result.disagreement =
        fmt::format("the RTL takes {} slots for the phases of {}, the description {}", slots, gpu.name, result.slots);
  }
}

/// Registers that a lane writes. A matrix has one row address from each of 8 lanes.
std::uint64_t words_a_lane(const gpu::Access& access) {
  if (gpu::is_matrix(access.operation)) return access.address.size() / 8;
  return (access.bytes + 3) / 4;
}

PatternSlots count_on_gpu(const Pattern& pattern, const gpu::Description& gpu, const AskRtl& ask_rtl) {
  const Sequence sequence = sequence_of(pattern);
  gpu::Lowering lowering(gpu);
  PatternSlots result;
  result.rounds = sequence.rounds;
  result.waits = gpu.writes_wait ? sequence.rounds : sequence.reads;
  result.warp_accesses = 0;
  std::map<std::uint64_t, Dispatches> by_count;
  bool fits = true;  // a dispatch of the machine holds each phase
  for (const CountedAccess& counted : sequence.accesses) {
    const gpu::Lowered lowered = lowering.lower(counted.access);
    result.slots += counted.count * lowered.slots;
    result.excess += counted.count * lowered.excess();
    result.warp_accesses += counted.count;
    for (const gpu::Phase& phase : lowered.phases) result.idle += phase.idle() ? counted.count * phase.slots : 0;
    const gpu::Operation operation = counted.access.operation;
    if (gpu::is_store(operation) || gpu::is_atomic(operation)) {
      result.written_words += counted.count * words_a_lane(counted.access);
    } else {
      result.read_phases += counted.count * lowered.phases.size();
    }
    const auto& address = counted.access.address;
    const auto active = static_cast<std::uint64_t>(
        std::count_if(address.begin(), address.end(), [](std::uint64_t one) { return one != gpu::kIdle; }));
    result.bytes += counted.count * active * counted.access.bytes;
    if (!ask_rtl) continue;
    Dispatches& dispatches = by_count[counted.count];
    const gpu::PhaseRule& rule = *gpu.rule(counted.access.operation, counted.access.bytes * 8);
    fits = fits && rule.banks == gpu.banks;
    for (const gpu::Phase& phase : lowered.phases) {
      const auto all = gpu::dispatches(phase, gpu.banks);
      fits = fits && all.size() < 2;
      for (const auto& dispatch : all) dispatches.trace.add(dispatches.rounds++, 0, phase.op, dispatch);
    }
  }
  if (ask_rtl && fits) add_rtl(by_count, gpu, ask_rtl, result);
  return result;
}

PatternSlots count_on_machine(const Pattern& pattern, const AskRtl& ask_rtl) {
  const RunnablePattern runnable = make_runnable(pattern);
  PatternSlots result;
  result.warp_accesses = runnable.warp_accesses;
  model::ReferenceModel model(*runnable.program, runnable.machine);
  for (Expected expected; model.next(expected);) {
  }
  result.rounds = model.totals().rounds;
  result.waits = result.rounds;
  result.slots = model.totals().slots;
  if (!ask_rtl) return result;
  if (const auto rtl = ask_rtl(*runnable.program, runnable.machine)) {
    result.rtl_slots = rtl->slots;
    result.disagreement = rtl->disagreement;
  }
  return result;
}

}  // namespace

std::optional<std::string> not_described(const Pattern& pattern, const gpu::Description& gpu) {
  if (pattern.memory == GpuMemory::kConstant || pattern.memory == GpuMemory::kTexture)
    return fmt::format("no machine has {} memory", name_of(pattern.memory));
  if (pattern.memory == GpuMemory::kGlobal) {
    if (!gpu.machine) return fmt::format("{} describes shared memory only", gpu.name);
    if (pattern.access.kind == AccessKind::kLanes) return "lanes describe shared memory only";
    if (pattern.bits != 32) return fmt::format("the UMM has no accesses of {} bits", pattern.bits);
    return std::nullopt;
  }
  for (const CountedAccess& lanes : pattern.access.lanes) {
    if (const auto why = gpu::not_described(gpu, lanes.access.operation, lanes.access.bytes * 8)) {
      return why;
    }
    if (lanes.access.address.size() > gpu.wave) {
      return fmt::format("{} has waves of {} lanes, not {}", gpu.machine ? "the DMM" : gpu.name, gpu.wave,
                         lanes.access.address.size());
    }
  }
  if (pattern.access.kind == AccessKind::kLanes) return std::nullopt;
  if (gpu.wave != kWarpThreads) {
    return fmt::format("{} has waves of {} lanes, the pattern warps of {} threads", gpu.name, gpu.wave, kWarpThreads);
  }
  for (const bool write : {false, true}) {
    const bool used = pattern.access.kind == AccessKind::kWorkload || pattern.op == AccessOp::kWriteRead ||
                      write == (pattern.op == AccessOp::kWrite);
    if (!used) continue;
    const gpu::Operation operation = write ? gpu::Operation::kWrite : gpu::Operation::kRead;
    if (const auto why = gpu::not_described(gpu, operation, pattern.bits)) return why;
  }
  return std::nullopt;
}

std::uint32_t active_sub_cores(const Pattern& pattern, const gpu::Description& gpu) {
  return std::min(pattern.sub_cores.value_or(pattern.warps), gpu.sub_cores);
}

PatternSlots count_slots(const Pattern& pattern, const gpu::Description& gpu, const AskRtl& ask_rtl) {
  const bool machine = gpu.machine && pattern.access.kind != AccessKind::kLanes;
  return machine ? count_on_machine(pattern, ask_rtl) : count_on_gpu(pattern, gpu, ask_rtl);
}

}  // namespace superwarp::crosscheck
