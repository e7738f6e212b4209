// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "language/machine.h"
#include "sim/cli/report.h"
#include "sim/evaluate/evaluation.h"
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

/// A launch of a kernel that was replayed.
struct Launch {
  std::string file;
  bool complete = false;  ///< its trace was read to the end
  traceg::Header header;
  traceg::Counts counts;
  std::vector<traceg::Instruction> instructions;
  std::vector<traceg::InstructionCosts>
      costs;  ///< of the instructions; shorter if the last had none
  evaluate::Evaluation total;
  std::uint32_t threads = 0;  ///< in the machine together; 0: there was nothing to replay

  [[nodiscard]] std::uint64_t executed(traceg::OpcodeKind kind) const {
    return counts.executed[static_cast<std::size_t>(kind)];
  }
};

/// What a replay of a .traceg adds to the report: the kernel, what was left out, and the
/// instructions, in decreasing order of slots on the first machine, or of wavefronts on `gpu` if
/// the trace was lowered for one. The table has only the first.
Addition instruction_addition(const Launch& launch, const std::vector<ReportMachine>& machines,
                              std::uint64_t resident, const std::string& gpu = "");

/// The same for several launches: a line for every kernel, and the instructions of all together.
/// Launches of a kernel, which has the same name then, are added up.
Addition kernels_addition(const std::vector<Launch>& launches,
                          const std::vector<ReportMachine>& machines, std::uint64_t resident,
                          const std::string& gpu = "");

/// The sum on the GPU, for JSON.
Json gpu_total(const std::vector<Launch>& launches, const std::string& gpu);

}  // namespace superwarp::cli
