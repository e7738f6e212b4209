// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "language/program.h"
#include "sim/congestion/cell.h"

namespace superwarp::congestion {

enum class PatternKind : std::uint8_t {
  kUniform,  ///< no fixed pattern: every request is drawn anew (Table II)
  kStride,   ///< element e is word e*K, one further every time that leaves the memory
  kColumn,   ///< column-major access to a sqrt(n) x sqrt(n) matrix (super-warp paper, Section III)
  kContiguous,  ///< element e is word e + O; unaligned if w does not divide O
  kScattered,   ///< distinct words, drawn once
  kTrace,       ///< what a trace recorded
};

/// Which words a super warp requests, as `--pattern` names it.
struct Pattern {
  PatternKind kind = PatternKind::kUniform;
  std::uint64_t argument = 0;  ///< stride: K >= 1; contiguous: O; scattered: the seed
  std::string file;            ///< trace: its name

  /// Are the words the same whatever the banks do? Then only a re-keying is a new sample.
  [[nodiscard]] bool fixed() const { return kind != PatternKind::kUniform; }
};

/// Reads "uniform", "stride:K", "column", "contiguous", "contiguous:O", "scattered",
/// "scattered:SEED" or "trace:FILE". Throws std::invalid_argument that says what is accepted.
Pattern parse_pattern(const std::string& text);

/// The program that accesses `pattern`, one super warp a round: the first kPatternAccesses accesses
/// of s*w elements each, or as many as n words are. Throws std::invalid_argument for a uniform
/// pattern, a trace (TraceProgram is its program) and a size that the pattern cannot have.
inline constexpr std::uint64_t kPatternAccesses = 16;
std::unique_ptr<Program> make_pattern(const Pattern& pattern, const CongestionCell& cell);

}  // namespace superwarp::congestion
