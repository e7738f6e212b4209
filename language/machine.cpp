// SPDX-License-Identifier: Apache-2.0
#include "language/machine.h"

#include <algorithm>
#include <stdexcept>

namespace superwarp {

const std::vector<MachineInfo>& machines() {
  static const std::vector<MachineInfo> all = {
      {MachineKind::kDmm, "dmm",
       "Discrete Memory Machine: one warp a dispatch, a slot takes one word of every bank",
       SlotServes::kWords, false, "identity", 32},
      {MachineKind::kUmm, "umm",
       "Unified Memory Machine: a slot takes one row (address group) of all banks",
       SlotServes::kGroup, false, "identity", 32},
      {MachineKind::kSdmm, "sdmm", "Super DMM: the RPU packs the requests of --super-warp warps",
       SlotServes::kWords, true, "identity", 32},
      {MachineKind::kRsdmm, "rsdmm",
       "Random SDMM: row j is rotated by a random shift r_j, then packed", SlotServes::kWords, true,
       "random-shift", 32},
      {MachineKind::kSumm, "summ",
       "Super UMM (not in the papers): the RPU packs the address groups of --super-warp warps",
       SlotServes::kGroup, true, "identity", 32},
      {MachineKind::kGt200, "gt200",
       "GT200 shared memory: half-warps, 16 banks; a slot takes one word for all who want it "
       "(broadcast) and one thread for every other bank; a time unit is two cycles",
       SlotServes::kBroadcast, false, "identity", 16},
  };
  return all;
}

const std::vector<RpuInfo>& rpus() {
  static const std::vector<RpuInfo> all = {
      {Rpu::kBatch,
       "batch",
       "the papers': packs the requests of --super-warp warps, then the next",
       {}},
      {Rpu::kStream,
       "stream",
       "ours (sdmm, rsdmm): a window of --depth requests for every lane, warps overlap",
       {{Priority::kFullest, "fullest"}, {Priority::kTurn, "turn"}}},
      {Rpu::kPipelined,
       "pipelined",
       "ours for silicon (sdmm, rsdmm): the same, a pass a time unit, --passes matches under way",
       {{Priority::kFullest, "fullest"}, {Priority::kTurn, "turn"}}},
      {Rpu::kCrossbar,
       "crossbar",
       "what open crossbars do (sdmm, rsdmm): a FIFO of --depth requests for every lane, no "
       "merging",
       {{Priority::kRoundRobin, "round-robin"}, {Priority::kFixed, "fixed"}}},
  };
  return all;
}

const RpuInfo& rpu_info(Rpu rpu) {
  return *std::find_if(rpus().begin(), rpus().end(),
                       [rpu](const RpuInfo& info) { return info.rpu == rpu; });
}

const std::string& priority_name(Priority priority) {
  for (const RpuInfo& rpu : rpus()) {
    for (const PriorityInfo& info : rpu.priorities) {
      if (info.priority == priority) return info.name;
    }
  }
  throw std::invalid_argument("no such priority");
}

const MachineInfo& machine_info(MachineKind kind) {
  return *std::find_if(machines().begin(), machines().end(),
                       [kind](const MachineInfo& info) { return info.kind == kind; });
}

Machine memory_of(const Machine& machine, std::uint32_t number) {
  Machine memory = machine;
  memory.hierarchy.reset();
  if (!machine.hierarchy || number < machine.hierarchy->multiprocessors) return memory;
  memory.kind = machine.super_warp > 1 ? MachineKind::kSumm : MachineKind::kUmm;
  memory.latency = machine.hierarchy->latency;
  memory.rows = machine.hierarchy->rows;
  memory.rpu = Rpu::kBatch;
  memory.mapping = machine_info(memory.kind).mapping;
  memory.key.clear();
  return memory;
}

}  // namespace superwarp
