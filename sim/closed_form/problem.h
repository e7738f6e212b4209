#pragma once

#include <cstdint>
#include <optional>
#include <string>

// Symbols as in the papers: n words, w width, s warps a super warp, l latency, p threads, R =
// ceil(n/p) passes, Q = p/(s*w) super warps, C total congestion, T rounds. The formulas are those
// of machines.md, "Closed forms".

namespace superwarp::closed_form {

using Count = std::uint64_t;

/// What a formula knows of a run.
struct Known {
  Count congestion = 0;  ///< C
  Count rounds = 0;      ///< T
  std::optional<Count>
      every;        ///< the congestion of every dispatch, where all are equal and none is missing
  Count parts = 1;  ///< between barriers, of equally many rounds; known where `every` is
};

struct Problem {
  Count n, side, w, s, l, p;
  bool unified;   ///< a slot serves an address group
  bool identity;  ///< bank a mod w

  [[nodiscard]] Count passes() const { return (n + p - 1) / p; }
  [[nodiscard]] Count lanes() const { return s * w; }
  /// `congestion` of every dispatch of `rounds` rounds, if no thread is ever inactive.
  [[nodiscard]] std::optional<Count> every(Count congestion) const {
    return n % p == 0 ? std::optional<Count>(congestion) : std::nullopt;
  }
};

/// What is known of the access patterns of the papers: one kind of access or a simple move.
std::optional<Known> access_known(const std::string& workload, const Problem& problem);

/// Transposing `matrices` square matrices by rotation: every access of a warp is one row, on every
/// machine. 2w accesses a block, one warp each; then four accesses for every row of w words that is
/// swapped.
std::optional<Known> rotation_known(const Problem& problem, Count matrices, Count side);

/// What is known of the permuting ones of workload/algorithm/, whatever the permutation.
std::optional<Known> permutation_known(const std::string& workload, const Problem& problem);

/// What is known of the other algorithms of workload/algorithm/.
std::optional<Known> algorithm_known(const std::string& workload, const Problem& problem);

}  // namespace superwarp::closed_form
