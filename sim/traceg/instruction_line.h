// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <boost/container/static_vector.hpp>
#include <cstdint>
#include <string_view>

#include "sim/traceg/header.h"
#include "sim/traceg/opcode.h"

namespace superwarp::traceg {

/// The byte address of every active thread.
using ThreadAddresses = std::array<std::uint64_t, kWarpThreads>;

/// Exclusive limit of shared byte addresses; no GPU gives a block so much shared memory.
inline constexpr std::uint64_t kSharedLimit = std::uint64_t{1} << 24;

/// More registers than any instruction has.
inline constexpr std::size_t kMostRegisters = 64;
using Registers = boost::container::static_vector<std::string_view, kMostRegisters>;

/// The block and warp of an instruction line. Tracer versions below 3 repeat them in the line.
struct Place {
  Dim3 block{};
  std::uint32_t warp = 0;
};

/// One executed instruction of one warp.
struct InstructionLine {
  std::uint32_t source_line = 0;  ///< of the kernel's source; 0 without line information
  std::uint64_t pc = 0;
  std::uint32_t mask = 0;        ///< bit t: thread t accesses the memory of opcode.kind
  std::uint32_t elsewhere = 0;   ///< threads whose generic address is global
  std::string_view opcode_text;  ///< points into the line
  Opcode opcode;
  Registers destinations;  ///< names, which point into the line
  Registers sources;
  bool copies_from = false;   ///< LDGSTS: the line with its global addresses
  ThreadAddresses address{};  ///< of threads in a mask, replayed opcodes only
};

/// Reads
///
///     [tbx tby tbz warp] [line] PC mask ndst R.. opcode nsrc R.. width [mode addresses]
///     [immediate]
///
/// The first four fields exist in tracer versions below 3, [line] with line information. Version 6
/// ends lines with two immediates and NoVal, or Val and values. `global`: accesses to global memory
/// are replayed. Throws std::invalid_argument: what is wrong, what was expected.
void read_instruction(std::string_view line, const Header& header, const Place& place, bool global,
                      InstructionLine& instruction);

}  // namespace superwarp::traceg
