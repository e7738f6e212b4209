// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"

/// \file
/// The network between lanes and banks (docs/routing.md, rtl/bank_network.sv).

namespace superwarp {

/// Levels of comparators and switches for the requests of one dispatch of `machine`: those of
/// Batcher's sorter and of the banyan behind it.
inline std::uint32_t route_levels(const Machine& machine) {
  const std::uint32_t merges = ceil_log2(machine.lanes());
  return merges * (merges + 1) / 2 + ceil_log2(machine.bank_count());
}

/// Stages of the way to the banks; 0: multiplexers, in the stage in which a slot is chosen.
inline std::uint32_t route_stages(const Machine& machine) {
  return machine.rpu == Rpu::kBatch ? rpu_value(machine.rpu, machine.streaming, "route") : 0;
}

/// Why `machine` cannot have its route: too few levels in its network, or stages in its pipeline;
/// empty if it can. `option` stands before names of options: "--" for a command line.
std::string route_fault(const Machine& machine, const std::string& option = "");

}  // namespace superwarp
