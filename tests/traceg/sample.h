// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"

/// \file
/// Helpers of the .traceg tests: traces as text, and their replay.

namespace superwarp::traceg {

/// The bytes of a trace of samples.txt: good/NAME.traceg or broken/NAME.traceg.
std::string sample(const std::string& file);

/// A line of an expected.txt.
struct Expectation {
  std::string file;
  std::uint64_t number = 0;  ///< the first field after the name
  std::string rest;
};
std::vector<Expectation> expectations(const std::string& folder);

/// A trace of one block with these warps, tracer version 5.
std::string trace_of(const std::vector<std::vector<std::string>>& warps);

/// A whole trace, read and lowered `resident` blocks at a time; global accesses are included if
/// `multiprocessors` is not 0.
struct Replayed {
  std::vector<Lowered> lowered;
  std::vector<Instruction> instructions;
  Counts counts;
};
Replayed replay(const std::string& text, std::uint32_t width, std::uint32_t super_warp, std::size_t resident = 1,
                std::uint32_t multiprocessors = 0, const gpu::Description* gpu = nullptr);

/// A machine with rows for all shared addresses.
Machine machine_for(MachineKind kind, std::uint32_t width, std::uint32_t super_warp = 1);

/// The instructions' costs on one machine, in table order.
std::vector<InstructionCosts> costs_on(const Replayed& replayed, const Machine& machine);

}  // namespace superwarp::traceg
