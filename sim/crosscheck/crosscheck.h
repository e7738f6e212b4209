// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/crosscheck/access_program.h"
#include "sim/crosscheck/fit.h"
#include "sim/crosscheck/gpu.h"
#include "sim/crosscheck/measurement.h"

namespace superwarp::crosscheck {

/// What a pattern was used for.
enum class PatternRole : std::uint8_t {
  kFitted,        ///< the constants were fitted on it
  kHeldOut,       ///< the constants were tested on it
  kCounted,       ///< slots against slots: no constants
  kNotDescribed,  ///< the rules say nothing about it
  kNotFitted      ///< its group has too few patterns to tell the constants
};
std::string name_of(PatternRole role);

/// One pattern, predicted against measured.
struct PatternCheck {
  std::size_t pattern = 0;  ///< its place in the measurement
  PatternRole role = PatternRole::kNotDescribed;
  std::string why;                    ///< of kNotDescribed
  std::optional<PatternSlots> slots;  ///< where the rules describe it
  FitPoint point;                     ///< likewise
  std::optional<double> predicted;    ///< in the unit of Pattern::cost()

  /// (predicted - measured) / measured.
  [[nodiscard]] std::optional<double> error() const;
};

/// How well predictions did.
struct Errors {
  std::size_t patterns = 0;
  double mean = 0;  ///< of the relative errors without their signs
  double worst = 0;
  std::size_t worst_pattern = 0;  ///< its place in the measurement
  std::optional<double> r2;
};

/// Patterns with constants of their own: those of one memory in one unit.
struct CheckGroup {
  GpuMemory memory = GpuMemory::kShared;
  std::string unit;
  std::optional<Constants> constants;  ///< absent for slots, and where nothing can be fitted
  std::size_t fitted = 0;
  std::size_t not_described = 0;
  std::optional<Errors> held_out;  ///< of patterns the fit has not seen; for slots, of all
  /// The same by kind_of(), in the order of their first patterns: what the rules describe well, and
  /// what not.
  std::vector<std::pair<std::string, Errors>> by_kind;
};

/// "read, time", "write, throughput", ..; "program" for a workload.
std::string kind_of(const Pattern& pattern);

/// A measurement held against a model.
struct Crosscheck {
  std::vector<PatternCheck> patterns;  ///< in the measurement's order
  std::vector<CheckGroup> groups;      ///< in the order of their first patterns
  std::vector<std::string> findings;   ///< where the rules do not describe the silicon
  std::string disagreement;            ///< of RTL and model; empty: none
};

/// Time of C slots in T rounds that are waited for: latency * T + cycles_per_slot * (C - T) (Lemma
/// 1 of the super-warp paper), where slots are dearer while fewer sub-cores request
/// (GpuRules::slot_share); throughput: cycles_per_slot * slots of an access. Both constants are
/// fitted on every other pattern that the rules describe, the first, third, .. of each kind in a
/// group, and tested on the others.
Crosscheck crosscheck(const Measurement& measurement, const GpuRules& rules,
                      const AskRtl& ask_rtl = {});

/// Where the rules do not describe what was measured, in sentences: what they have no slots for,
/// slots that cost more while fewer warps request, a single warp that cannot fill the pipeline. The
/// groups of `result` are fitted.
std::vector<std::string> findings_of(const Measurement& measurement, const GpuRules& rules,
                                     const Crosscheck& result);

}  // namespace superwarp::crosscheck
