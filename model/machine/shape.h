// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/machine/log2.h"
#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"

/// \file
/// What the lanes, the banks and the network between them may be. Messages name options with
/// `option` before them: "--" for a command line.

namespace superwarp {

/// Of a bank (docs/spec/banks.md).
inline constexpr std::uint32_t kMostPorts = 2;
inline constexpr std::uint32_t kMostBankWords = 2;

/// Levels of comparators and switches for the requests of one dispatch of `machine`: those of
/// Batcher's sorter and of the banyan behind it (docs/cost.md "Routing to the banks", rtl/bank_network.sv).
inline std::uint32_t route_levels(const Machine& machine) {
  const std::uint32_t merges = ceil_log2(machine.lanes());
  return merges * (merges + 1) / 2 + ceil_log2(machine.bank_count());
}

/// Stages of the way to the banks; 0: multiplexers, in the stage in which a slot is chosen.
inline std::uint32_t route_stages(const Machine& machine) {
  return machine.rpu == Rpu::kBatch ? rpu_value(machine.rpu, machine.streaming, "route") : 0;
}

/// Requests of a lane that wait at most if warps overlap: in its window or FIFO, and in the queue
/// behind it (docs/spec/streaming.md, "A smaller window").
std::uint32_t lane_places(const Machine& machine);

/// Why `machine` cannot have its route: too few levels in its network, or stages in its pipeline;
/// empty if it can.
std::string route_fault(const Machine& machine, const std::string& option = "");

/// Why its banks cannot give its number of words; empty if they can.
std::string bank_words_fault(const Machine& machine, const std::string& option = "");

/// The first of these faults, of its banks' ports, and of its window with its queue.
std::string shape_fault(const Machine& machine, const std::string& option = "");

}  // namespace superwarp
