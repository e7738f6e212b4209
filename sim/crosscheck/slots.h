#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "sim/crosscheck/access_program.h"

namespace superwarp::crosscheck {

/// What a pattern asks of the memory pipeline.
struct PatternSlots {
  std::uint64_t slots = 0;                 ///< C: of all its accesses, by the reference model
  std::uint64_t rounds = 0;                ///< of all threads
  std::uint64_t waits = 0;                 ///< T: rounds that the next one waits for
  std::uint64_t warp_accesses = 1;         ///< over which slots are averaged
  std::optional<std::uint64_t> rtl_slots;  ///< C of the RTL, where it was asked and can be
  std::string disagreement;                ///< between RTL and model; empty: none

  /// Mean slots of a warp's access.
  [[nodiscard]] double per_access() const {
    return static_cast<double>(slots) / static_cast<double>(warp_accesses);
  }
};

/// What the RTL says of a program on a machine.
struct RtlSlots {
  std::uint64_t slots = 0;
  std::string disagreement;  ///< with the model; empty: none
};

/// Asks the RTL; nullopt where it cannot be the machine. Empty: the RTL is not asked.
using AskRtl = std::function<std::optional<RtlSlots>(const Program&, const Machine&)>;

/// Counts the slots of `pattern`, which the rules describe; on the RTL, too, where it is asked and
/// the rules are those of the RTL.
PatternSlots count_slots(const Pattern& pattern, const GpuRules& rules, const AskRtl& ask_rtl = {});

}  // namespace superwarp::crosscheck
