// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "language/machine.h"
#include "sim/cli/report.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/reader.h"

namespace superwarp::cli {

/// A machine of the report on instructions and its name there.
struct ReportMachine {
  std::string name;
  Machine machine;
};

/// The machines to compare instructions on: the one that runs, and those it is to be held against:
/// dmm, umm, sdmm (if it has super warps), and rsdmm with the same seed. The first is the one that
/// runs; where warps overlap, so that no dispatch has slots of its own, the same with every warp
/// alone.
std::vector<ReportMachine> report_machines(const Machine& machine);

/// What a replay of a .traceg tells besides: the kernel, what was left out, and the instructions,
/// those with the most slots on the first machine first. `table` has few of them, `json` all.
Addition instruction_addition(const traceg::Reader& reader, const traceg::InstructionReport& report,
                              const std::vector<ReportMachine>& machines, std::uint64_t resident);

}  // namespace superwarp::cli
