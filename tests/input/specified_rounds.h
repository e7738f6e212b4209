// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/machine.h"
#include "model/machine/program.h"

/// \file
/// The dispatches of recordings and text traces, written from docs/your-kernel.md, docs/spec/gpus.md and
/// docs/spec/machines.md. Shares no code with the program's lowering.

namespace superwarp::input {

inline constexpr std::uint32_t kThreads = 32;

/// An instruction that accesses shared memory.
struct Code {
  std::string opcode;
  std::uint32_t bytes = 4;
  char kind = 'R';                   ///< R, W, A: atomic
  std::uint32_t matrices = 0;        ///< of LDSM and STSM
  std::uint32_t threads = kThreads;  ///< that have an address
};

/// One execution by a warp.
struct Execution {
  const Code* code = nullptr;
  std::uint32_t pc = 0;
  std::uint32_t barriers = 0;  ///< that the warp passed before it
  std::uint64_t line = 0;      ///< in the file
  std::uint32_t mask = 0;
  std::array<std::uint32_t, kThreads> address{};
};

/// The executions of a block's warps.
using Block = std::map<std::uint32_t, std::vector<Execution>>;

/// What one warp requests in a round: a word, or nothing, for each lane.
struct Part {
  char op = 'R';
  std::vector<Address> lane;

  [[nodiscard]] bool requests() const {
    return std::any_of(lane.begin(), lane.end(), [](Address a) { return a != kInactive; });
  }
  bool operator==(const Part& other) const { return op == other.op && lane == other.lane; }
};

/// A round: what each warp requests, by its number in the machine.
struct Round {
  std::map<std::uint32_t, Part> warps;
  bool barrier_after = false;
};

/// "Parts", "Matrices" and "Atomics" of docs/your-kernel.md. `together`: threads that a matrix has.
std::vector<Part> parts_of(const std::vector<std::uint64_t>& byte, std::uint32_t bytes, char kind,
                           std::uint32_t together, std::uint32_t width);

/// Gives the blocks, whose warps are `block_warps` apart, whole rows of `banks` words.
void place(std::vector<Round>& rounds, std::uint32_t block_warps, std::uint32_t banks);

/// Blocks that are resident together.
std::vector<Round> lowered(const std::vector<Block>& blocks, const Machine& machine);

/// What the program has.
std::vector<Round> rounds_of(const Program& program);

/// Distinct words of 4 or 8 bytes in a bank, summed over all dispatches.
std::uint64_t slots_of(const std::vector<Round>& rounds, const Machine& machine);

std::string text_of(const std::vector<Round>& rounds);

}  // namespace superwarp::input
