// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/cli/json.h"
#include "tools/replay/command/instruction_costs.h"

namespace superwarp::cli {

/// An instruction with its costs.
struct Row {
  const traceg::Instruction* instruction;
  const traceg::SourcePlace* source;  ///< null if the trace does not tell it
  traceg::InstructionCosts costs;
  bool assumed = false;          ///< its executions are, see traceg::Header::loops
  std::uint64_t executions = 0;  ///< of all launches
  std::size_t kernel = 0;        ///< number in the list of kernels, from 1; 0: there is one
};

/// Executions of instructions that access shared memory, or may, and are not in the total.
struct Beside {
  traceg::LeftOut kind;
  std::uint64_t executed = 0;
};

/// The kernel's name for people.
std::string shown_name(const Launch& launch);

/// By time if the machines ask for it, by wavefronts on the GPU, by slots on the first machine, by
/// PC.
void sort_rows(std::vector<Row>& rows, const ReportMachines& machines);

/// Of the source; 0 if it is not known.
std::uint32_t line_of(const Row& row);

/// The instructions of a launch, sorted. They refer to it.
std::vector<Row> rows_of(const Launch& launch, const ReportMachines& machines);

/// With the cost on `gpu`, unless its name is empty.
Json row_json(const Row& row, const ReportMachines& machines, const std::string& gpu);

/// Facts about a trace; with accesses to global memory if there is a `global` memory.
Json trace_json(const Launch& launch, std::uint64_t resident, bool global);

std::vector<Beside> beside_total(const std::vector<Launch>& launches);

/// The table of the first rows. Mean and max are of an execution. Its last lines are the total and
/// the instructions that are not in it. `gpu` has columns of its own, unless its name is empty.
std::string table_of(const std::vector<Row>& rows, const ReportMachines& machines, const std::vector<Beside>& beside,
                     const std::string& gpu);

}  // namespace superwarp::cli
