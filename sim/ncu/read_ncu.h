// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace superwarp::ncu {

/// A line of the source page that accesses shared memory.
struct Instruction {
  std::uint64_t pc = 0;  ///< from the first instruction of the kernel on
  std::string opcode;    ///< "LDS.U.128", without predicate and operands
  double executed = 0;   ///< by warps
  double wavefronts = 0;
  double ideal = 0;
};

/// One kernel of an export.
struct Kernel {
  std::string name;                        ///< empty if the export does not tell it
  std::vector<Instruction> instructions;   ///< of a source page
  std::map<std::string, double> counters;  ///< of a raw page, by name
};

/// Reads what Nsight Compute exported: `ncu --page source --print-source sass --csv`, the same
/// with `cuda,sass`, or `ncu --page raw --csv`. "-" is standard input. Other lines around the
/// tables are skipped. Throws InputError with file and line.
std::vector<Kernel> read_ncu(const std::string& file);

}  // namespace superwarp::ncu
