// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "language/machine.h"
#include "language/program.h"
#include "sim/crosscheck/gpu.h"
#include "sim/crosscheck/measurement.h"

namespace superwarp::crosscheck {

/// A pattern as something that every engine of this project runs.
struct RunnablePattern {
  std::unique_ptr<Program> program;
  Machine machine;                  ///< with rows and key; its latency does not matter
  std::uint64_t warp_accesses = 1;  ///< of the GPU's warps, not of parts of them
};

/// Why `rules` have no slots for `pattern`; nullopt if they have.
std::optional<std::string> not_described(const Pattern& pattern, const GpuRules& rules);

/// `pattern`, which the rules describe, on the machine of the rules' banks: a part of a warp's
/// access becomes the access of a warp of that machine. Throws std::invalid_argument for a workload
/// that does not take the size or threads.
RunnablePattern make_runnable(const Pattern& pattern, const GpuRules& rules);

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
