// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "language/machine.h"
#include "sim/cli/commands.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/report.h"
#include "sim/files/input_file.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/reader.h"

namespace superwarp::cli {

/// The file that `replay` reads, and the one that it writes.
struct TracegRequest {
  std::string file;  ///< name in messages
  std::string json;  ///< as for report()
};

/// Replays the trace in `in` on the machine of the options, --blocks blocks at a time, and reports
/// the whole and each instruction. Memory holds only these blocks. Returns the exit status. Throws
/// InputError, UsageError.
int replay_traceg(files::InputFile& in, const TracegRequest& request, const MachineOptions& options,
                  const CommandLine& command_line);

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
/// instructions, in decreasing order of slots on the first machine. The table has only the first.
Addition instruction_addition(const traceg::Reader& reader, const traceg::InstructionReport& report,
                              const std::vector<ReportMachine>& machines, std::uint64_t resident);

}  // namespace superwarp::cli
