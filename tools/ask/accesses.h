// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/ask/declaration.h"

/// \file
/// What is asked about: byte addresses of the warps of one thread block.

namespace superwarp::ask {

inline constexpr std::uint32_t kMostLanes = 64;  ///< of a warp

/// One execution of an instruction by a warp.
struct WarpAccess {
  std::size_t instruction = 0;
  std::uint32_t warp = 0;
  std::size_t iteration = 0;                        ///< of the loops
  std::uint64_t mask = 0;                           ///< bit i: lane i is active, not 0
  std::array<std::uint32_t, kMostLanes> address{};  ///< in bytes, of the active lanes

  [[nodiscard]] bool active(std::uint32_t lane) const { return (mask >> lane & 1U) != 0; }
};

/// The values of a loop variable.
struct Loop {
  std::string name;
  std::vector<std::int64_t> values;
};

/// The accesses in the order of their execution: iteration, instruction; a warp after the other.
struct Accesses {
  std::uint32_t lanes = 32;  ///< of a warp
  std::vector<Tile> tiles;   ///< byte addresses: one without a name
  std::vector<Loop> loops;   ///< the last is the innermost
  std::vector<Instruction> instructions;
  std::vector<WarpAccess> executions;

  /// "k = 3, i = 0", or nothing without loops.
  [[nodiscard]] std::string iteration_name(std::size_t iteration) const;
};

/// A question as it is typed; docs/spec/ask.md.
struct Question {
  std::vector<std::string> accesses;
  std::vector<std::string> tiles;
  std::vector<std::string> constants;    ///< NAME=VALUE
  std::vector<std::string> loops;        ///< NAME=FIRST..LAST
  std::vector<std::string> definitions;  ///< NAME=EXPRESSION
  std::string where;                     ///< active threads; empty: all
  std::string block;                     ///< "32x8" or "32,8,1"; empty: one warp
  std::string grid;
  std::string block_index;
  std::uint64_t bytes = 4;  ///< that a byte address accesses
};

/// Evaluates the question for warps of `lanes` lanes. Throws Refusal for a text,
/// std::invalid_argument for anything else.
Accesses evaluate(const Question& question, std::uint32_t lanes = 32);

}  // namespace superwarp::ask
