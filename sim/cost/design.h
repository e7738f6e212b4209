// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "language/machine.h"

namespace superwarp::cost {

/// What is costed: the memory unit of a machine, without the banks' words.
struct Design {
  Machine machine;  ///< with its rows
  std::uint32_t data_bits = 32;
  std::filesystem::path rtl_dir;  ///< the SystemVerilog sources; empty: the repository's rtl/
  bool flat = false;              ///< all in one piece, to check what is put together from parts
  bool sram_tables = false;       ///< a random mapping's table in SRAMs, one for each request
};

/// Has its RSU a table of shifts, which may be in SRAMs? Only that of a batch can wait for them.
bool has_table(const Machine& machine);

/// Bits of a dispatch's name: as many warps as may be under way, 256.
inline constexpr std::uint32_t kTagBits = 8;

/// A piece that is synthesised by itself, and kept.
struct Part {
  std::string unit;                     ///< what paths and tables call it: "rpu"
  std::string module;                   ///< its SystemVerilog
  std::vector<std::string> parameters;  ///< "Width=8"
  std::vector<Part> parts;              ///< that are in it, synthesised by themselves
  bool flat = false;                    ///< modules that repeat are not kept as such
};

/// The frame of `design`: the whole without its RSU and its RPU, which are parts of it. Where it is
/// flat, without parts.
Part frame_of(const Design& design);

/// The sources of `part` that are its own, packages first, by their names in `rtl_dir`: the file of
/// its module, and each whose module or package such a file uses, up to the units that can be parts
/// by themselves. Throws std::runtime_error if the folder lacks the module.
std::vector<std::string> sources_of(const Part& part, const std::filesystem::path& rtl_dir);

/// The folder itself, or the repository's.
std::filesystem::path rtl_dir_of(const Design& design);

}  // namespace superwarp::cost
