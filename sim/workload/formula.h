// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

/// \file
/// What a workload's formula is made from. Symbols as in the papers: n words, w width, s warps a
/// super warp, l latency, p threads, R = ceil(n/p) passes, C total congestion, T rounds.

namespace superwarp::workload {

using Count = std::uint64_t;

/// How many sections of `length` cover `elements`.
constexpr Count sections(Count elements, Count length) { return (elements + length - 1) / length; }

/// What a formula knows of a run.
struct Known {
  Count congestion = 0;        ///< C
  Count rounds = 0;            ///< T
  std::optional<Count> every;  ///< congestion of every dispatch, all equal and none missing
  Count parts = 1;             ///< between barriers, of equally many rounds; known where `every` is
  /// On several multiprocessors those above are the shared memories', a round's congestion that of
  /// the busiest. Every round is in one of shared and global memory.
  Count global_congestion = 0;
  Count global_rounds = 0;

  /// Adds a loop of an algorithm.
  void add(Count accesses, Count passes, Count total_congestion) {
    rounds += accesses * passes;
    congestion += total_congestion;
  }
};

struct Problem {
  Count n, side, w, s, p;
  bool unified;    ///< a slot serves an address group
  bool identity;   ///< bank a mod w
  Count d = 1;     ///< multiprocessors
  Count taps = 0;  ///< of a convolution

  /// Adds a round of global memory.
  static void add_global(Count slots, Known& known) {
    if (slots == 0) return;
    known.global_rounds += 1;
    known.global_congestion += slots;
  }

  [[nodiscard]] Count passes() const { return sections(n, p); }
  [[nodiscard]] Count lanes() const { return s * w; }
  /// `congestion` of every dispatch of `rounds` rounds, if no thread is ever inactive.
  [[nodiscard]] std::optional<Count> every(Count congestion) const {
    return n % p == 0 ? std::optional<Count>(congestion) : std::nullopt;
  }
};

/// Congestion and rounds of a problem; nothing where none is known to be exact.
using Formula = std::function<std::optional<Known>(const Problem&)>;

}  // namespace superwarp::workload
