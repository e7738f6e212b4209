// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "sim/cli/report.h"
#include "sim/run/evaluation.h"
#include "sim/traceg/instruction_report.h"
#include "sim/traceg/reader.h"

namespace superwarp::cli {

/// A machine of the instruction report and its name there.
struct ReportMachine {
  std::string name;
  Machine machine;
  bool shown = true;  ///< in the table too, not in JSON alone
};

struct ReportMachines {
  /// Machines on which every dispatch has slots of its own: first the one that runs, then dmm, umm,
  /// sdmm (if it has super warps) and rsdmm with the same seed. If warps overlap on the one that
  /// runs, the first serves every warp alone.
  std::vector<ReportMachine> alone;
  /// Machines in which warps overlap: the one that runs, or else an rsdmm with the streaming RPU.
  /// None on a hierarchical machine.
  std::vector<ReportMachine> overlapping;
  /// Instructions are in decreasing order of time on the first overlapping one, not of slots.
  bool by_time = false;
};

ReportMachines report_machines(const Machine& machine, bool by_time = false);

/// A launch of a kernel that was replayed.
struct Launch {
  std::string file;
  bool complete = false;  ///< its trace was read to the end
  traceg::Header header;
  traceg::Counts counts;
  std::vector<traceg::Instruction> instructions;
  std::vector<traceg::InstructionCosts> costs;  ///< of the instructions; shorter if the last had none
  evaluate::Evaluation total;
  std::uint32_t threads = 0;  ///< in the machine together; 0: there was nothing to replay

  [[nodiscard]] std::uint64_t executed(traceg::OpcodeKind kind) const {
    return counts.executed[static_cast<std::size_t>(kind)];
  }
};

struct LineTable;
struct InstructionAddition;

/// What a replay of a .traceg adds to the report: the kernel, what was left out, and the
/// instructions, in decreasing order of slots on the first machine, or of wavefronts on `gpu` if
/// the trace was lowered for one. The table has only the first.
InstructionAddition instruction_addition(const Launch& launch, const ReportMachines& machines, std::uint64_t resident,
                                         const std::string& gpu = "");

/// The same for several launches: a line for every kernel, and the instructions of all together.
/// Launches of a kernel, which has the same name then, are added up.
InstructionAddition kernels_addition(const std::vector<Launch>& launches, const ReportMachines& machines,
                                     std::uint64_t resident, const std::string& gpu = "");

/// What a GPU takes for the accesses of a text trace.
Addition gpu_addition(const traceg::GpuCost& cost, const std::string& gpu);

/// The sum on the GPU, for JSON.
Json gpu_total(const std::vector<Launch>& launches, const std::string& gpu);

}  // namespace superwarp::cli
