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

/// A machine of the instruction report and its name there.
struct ReportMachine {
  std::string name;
  Machine machine;
};

/// The machines to compare instructions on: first the one that runs, then dmm, umm, sdmm (if it has
/// super warps) and rsdmm with the same seed. Where warps overlap no dispatch has slots of its own,
/// so the first machine then serves every warp alone.
std::vector<ReportMachine> report_machines(const Machine& machine);

/// What a replay of a .traceg adds to the report: the kernel, what was left out, and the
/// instructions, in decreasing order of slots on the first machine, or of wavefronts on `gpu` if
/// the trace was lowered for one. The table has only the first.
Addition instruction_addition(const traceg::Reader& reader, const traceg::InstructionReport& report,
                              const std::vector<ReportMachine>& machines, std::uint64_t resident,
                              const std::string& gpu = "");

}  // namespace superwarp::cli
