// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/machine.h"

namespace superwarp::cost {

/// How gates become cells: what a mapper leaves to chance.
struct Mapper {
  std::uint32_t setting = 0;  ///< a number in mapper_settings()
  std::uint64_t seed = 0;     ///< the order in which the mapper sees the gates; 0: as it comes
};

/// The memory unit of a machine, to be costed without the banks' words.
struct Design {
  Machine machine;  ///< with its rows
  std::uint32_t data_bits = 32;
  std::filesystem::path rtl_dir;  ///< the SystemVerilog sources; empty: the repository's rtl/
  bool flat = false;              ///< in one piece, to check the sum of the parts
  bool at_once = false;           ///< banks answer within the cycle, as no SRAM macro does
  bool sram_tables = false;       ///< a random mapping's table in SRAMs, one for each request
  /// Parameters of rtl/lane_memory/lane_memory.sv, as "Depth=4": it is costed, with the machine's width, banks and
  /// rows, in place of the machine's unit.
  std::optional<std::vector<std::string>> lane_memory;
  Mapper mapper;
};

/// Its RSU has a table of shifts, which may be in SRAMs if the RPU takes batches.
bool has_table(const Machine& machine);

/// Bits of a dispatch's tag: at most 256 warps are under way.
inline constexpr std::uint32_t kTagBits = 8;

/// A piece that is synthesised on its own.
struct Part {
  std::string unit;                     ///< its name in paths and tables: "rpu"
  std::string module;                   ///< its module of SystemVerilog
  std::vector<std::string> parameters;  ///< "Width=8"
  std::vector<Part> parts;              ///< inner parts, synthesised on their own
  bool flat = false;                    ///< repeated modules are flattened too
};

/// The frame of `design`: everything but the RSU and the RPU, which are its parts. A flat design
/// has no parts.
Part frame_of(const Design& design);

/// The module of Design::lane_memory.
inline constexpr const char* kLaneMemory = "lane_memory";

/// The file of `module` in `rtl_dir` or a folder in it. Throws std::runtime_error if there is none.
std::filesystem::path source_of(const std::string& module, const std::filesystem::path& rtl_dir);

/// The sources of `part`, packages first: the file of its module and all files that it uses,
/// without the units that can be parts of their own. Throws as source_of() does.
std::vector<std::filesystem::path> sources_of(const Part& part, const std::filesystem::path& rtl_dir);

/// The design's folder of sources, or the repository's.
std::filesystem::path rtl_dir_of(const Design& design);

}  // namespace superwarp::cost
