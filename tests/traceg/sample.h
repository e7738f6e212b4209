// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "language/machine.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/lower.h"
#include "sim/traceg/reader.h"

/// \file
/// What the tests of .traceg files share: traces as texts, and what becomes of them.

namespace superwarp::traceg {

/// The bytes of `file`, which lies beside the tests.
std::string sample(const std::string& file);

/// The fields of a line of an expected.txt.
struct Expectation {
  std::string file;
  std::uint64_t number = 0;  ///< the first behind the name
  std::string rest;
};
std::vector<Expectation> expectations(const std::string& folder);

/// A trace of one block of 32 threads in a warp, tracer version 5, with the warps' lines.
std::string trace_of(const std::vector<std::vector<std::string>>& warps);

/// A whole trace, read and lowered block by block, `resident` at a time; with its global accesses
/// for several `multiprocessors`.
struct Replayed {
  std::vector<Lowered> lowered;
  std::vector<Instruction> instructions;
  Counts counts;
};
Replayed replay(const std::string& text, std::uint32_t width, std::uint32_t super_warp,
                std::size_t resident = 1, std::uint32_t multiprocessors = 0);

/// A machine with rows for everything that small traces touch.
Machine machine_for(MachineKind kind, std::uint32_t width, std::uint32_t super_warp = 1);

/// What the instructions cost on one machine, in the order of the table.
std::vector<InstructionCosts> costs_on(const Replayed& replayed, const Machine& machine);

}  // namespace superwarp::traceg
