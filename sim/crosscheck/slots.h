#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "sim/crosscheck/access_program.h"
#include "sim/evaluate/evaluation.h"

namespace superwarp {

/// What a pattern asks of the memory pipeline.
struct PatternSlots {
  std::uint64_t slots = 0;                 ///< C: of all its accesses, by the reference model
  std::uint64_t rounds = 0;                ///< T: that wait for one another
  std::uint64_t warp_accesses = 1;         ///< over which slots are averaged
  std::optional<std::uint64_t> rtl_slots;  ///< C of the RTL, where it was asked and can be
  std::string disagreement;                ///< between RTL and model; empty: none

  /// Mean slots of a warp's access.
  [[nodiscard]] double per_access() const {
    return static_cast<double>(slots) / static_cast<double>(warp_accesses);
  }
};

/// Counts the slots of `pattern`, which the rules describe; on the RTL, too, where `evaluator` is
/// not null and the rules are those of the RTL.
PatternSlots count_slots(const Pattern& pattern, const GpuRules& rules, Evaluator* evaluator);

}  // namespace superwarp
