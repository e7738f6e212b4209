// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "model/machine/program.h"
#include "tools/congestion/cell.h"

namespace superwarp::congestion {

enum class PatternKind : std::uint8_t {
  kUniform,     ///< every request is drawn (Table II)
  kStride,      ///< element e is word e*K; shifted by one word after every wrap around
  kColumn,      ///< column-major access to a sqrt(n) x sqrt(n) matrix (super-warp paper, Section III)
  kContiguous,  ///< element e is word e + O; unaligned if w does not divide O
  kScattered,   ///< distinct words, drawn once
  kDiagonal,    ///< every warp of a super warp reads the diagonal of the same w x w matrix
  kTrace,       ///< a trace's accesses
};

/// The words that a super warp requests, the value of `--pattern`.
struct Pattern {
  PatternKind kind = PatternKind::kUniform;
  std::uint64_t argument = 0;  ///< stride: K >= 1; contiguous: O; scattered: the seed
  std::string file;            ///< trace: its name

  /// Are the words fixed? Then only a re-keying is a new sample.
  [[nodiscard]] bool fixed() const { return kind != PatternKind::kUniform; }
};

/// Reads "uniform", "stride:K", "column", "contiguous", "contiguous:O", "scattered",
/// "scattered:SEED", "diagonal" or "trace:FILE". Throws std::invalid_argument with this list.
Pattern parse_pattern(const std::string& text);

/// The program of `pattern`, one super warp a round: the first kPatternAccesses accesses of s*w
/// elements each, or as many as n words allow. Throws std::invalid_argument for kUniform and kTrace
/// and for a size that the pattern does not support.
inline constexpr std::uint64_t kPatternAccesses = 16;
std::unique_ptr<Program> make_pattern(const Pattern& pattern, const CongestionCell& cell);

}  // namespace superwarp::congestion
