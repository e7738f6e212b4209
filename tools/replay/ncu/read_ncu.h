// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace superwarp::ncu {

enum class Access : std::uint8_t { kLoad, kStore, kAtomic };

/// A line of CUDA.
struct Place {
  std::string file;  ///< without its folder
  std::uint64_t line = 0;
  bool operator==(const Place& other) const { return file == other.file && line == other.line; }
};

/// An instruction of the source page that accesses shared memory.
struct Instruction {
  std::uint64_t pc = 0;  ///< from the first instruction of the kernel on
  std::string opcode;    ///< "LDS.U.128", without predicate and operands
  Access access = Access::kLoad;
  std::uint32_t bytes = 4;        ///< of a thread
  std::vector<Place> places;      ///< of `cuda,sass`: its line, and those it is inlined into
  double executed = 0;            ///< by warps, also where a predicate leaves no thread
  std::optional<double> threads;  ///< that accessed
  bool predicated = false;        ///< some threads did not
  double wavefronts = 0;
  double ideal = 0;
};

/// One launch of an export.
struct Kernel {
  std::string name;                        ///< empty if the export does not tell it
  std::string grid;                        ///< "(4,4,1)"; raw pages only
  std::string block;                       ///< the same
  std::vector<Instruction> instructions;   ///< of a source page
  std::map<std::string, double> counters;  ///< of a raw page, by name
};

/// Reads what Nsight Compute exported: `ncu --page source --print-source sass --csv`, the same
/// with `cuda,sass`, or `ncu --page raw --csv`. "-" is standard input. Other lines around the
/// tables are skipped. Throws InputError with file and line.
std::vector<Kernel> read_ncu(const std::string& file);

}  // namespace superwarp::ncu
