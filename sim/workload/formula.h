// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>

/// \file
/// The parts of a workload's formula. Symbols as in the papers: n words, w width, b banks, s warps
/// a super warp, l latency, p threads, R = ceil(n/p) passes, C total congestion, T rounds.

namespace superwarp::workload {

using Count = std::uint64_t;

/// The number of sections of `length` that cover `elements`.
constexpr Count sections(Count elements, Count length) { return (elements + length - 1) / length; }

/// The numbers that a formula gives for a run.
struct Known {
  Count congestion = 0;        ///< C
  Count rounds = 0;            ///< T
  std::optional<Count> every;  ///< congestion of every dispatch, if all are equal and none is empty
  Count parts = 1;             ///< between barriers, of equally many rounds; valid with `every`
  /// On several multiprocessors the numbers above are the shared memories'; a round's congestion is
  /// that of the busiest. Every round accesses either shared or global memory.
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
  bool identity;   ///< address a is in bank a mod b
  Count d = 1;     ///< multiprocessors
  Count taps = 0;  ///< of a convolution
  Count b = 0;     ///< banks

  /// Adds a round of global memory.
  static void add_global(Count slots, Known& known) {
    if (slots == 0) return;
    known.global_rounds += 1;
    known.global_congestion += slots;
  }

  /// Slots of `requests` consecutive words that start a row, or where banks serve words anywhere.
  [[nodiscard]] Count consecutive(Count requests) const { return sections(requests, b); }
  /// Slots of `requests` words of distance `step`, counted in banks.
  [[nodiscard]] Count strided(Count requests, Count step) const { return sections(requests * std::gcd(step, b), b); }
  /// The slots of n consecutive words, dispatch after dispatch, that start a row; nullopt where a
  /// dispatch begins or ends within a row and that matters.
  [[nodiscard]] std::optional<Count> in_order() const {
    const bool whole_rows = lanes() % b == 0 || (unified && b % lanes() == 0);
    if (!whole_rows && (unified || !identity)) return std::nullopt;
    return n / lanes() * consecutive(lanes()) + consecutive(n % lanes());
  }

  [[nodiscard]] Count passes() const { return sections(n, p); }
  [[nodiscard]] Count lanes() const { return s * w; }
  /// `congestion`, if no thread is ever inactive.
  [[nodiscard]] std::optional<Count> every(Count congestion) const {
    return n % p == 0 ? std::optional<Count>(congestion) : std::nullopt;
  }
};

/// Congestion and rounds of a problem; nullopt if not known exactly.
using Formula = std::function<std::optional<Known>(const Problem&)>;

}  // namespace superwarp::workload
