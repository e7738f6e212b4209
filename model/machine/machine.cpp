// SPDX-License-Identifier: Apache-2.0
#include "model/machine/machine.h"

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"

namespace superwarp {

bool Machine::overlaps() const { return rpu_info(rpu).overlaps; }

Machine memory_of(const Machine& machine, std::uint32_t number) {
  Machine memory = machine;
  memory.hierarchy.reset();
  if (!machine.hierarchy || number < machine.hierarchy->multiprocessors) return memory;
  memory.kind = machine.super_warp > 1 ? MachineKind::kSumm : MachineKind::kUmm;
  memory.latency = machine.hierarchy->latency;
  memory.rows = machine.hierarchy->rows;
  memory.rpu = Rpu::kBatch;
  memory.banks = 0;
  memory.mapping = machine_info(memory.kind).mapping;
  memory.key.clear();
  memory.regions = {};
  memory.ports = 1;
  memory.bank_words = 1;
  return memory;
}

}  // namespace superwarp
