// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "sim/traceg/header.h"
#include "sim/traceg/opcode.h"

namespace superwarp::traceg {

/// The byte address of every thread; of the active ones only.
using ThreadAddresses = std::array<std::uint64_t, kWarpThreads>;

/// Byte addresses of shared memory lie below: no GPU has as much of it in a block.
inline constexpr std::uint64_t kSharedLimit = std::uint64_t{1} << 24;

/// Where an instruction line stands, which tracer versions below 3 repeat in the line.
struct Place {
  Dim3 block{};
  std::uint32_t warp = 0;
};

/// One executed instruction of one warp.
struct InstructionLine {
  std::uint32_t source_line = 0;  ///< of the kernel's source; 0 without line information
  std::uint64_t pc = 0;
  std::uint32_t mask = 0;        ///< bit t: thread t is active
  std::string_view opcode_text;  ///< lies in the line
  Opcode opcode;
  ThreadAddresses address{};  ///< in bytes, of the active threads; replayed opcodes only
};

/// Reads
///
///     [tbx tby tbz warp] [line] PC mask ndst R.. opcode nsrc R.. width [mode addresses]
///     [immediate]
///
/// with the first four in tracer versions below 3 and [line] with line information. Accesses to
/// global memory count where there is a `global` one. Throws std::invalid_argument: what is wrong,
/// what was expected.
void read_instruction(std::string_view line, const Header& header, const Place& place, bool global,
                      InstructionLine& instruction);

}  // namespace superwarp::traceg
