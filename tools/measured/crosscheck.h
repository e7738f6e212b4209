// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/gpu/description.h"
#include "tools/measured/fit.h"
#include "tools/measured/measurement.h"
#include "tools/measured/slots.h"

namespace superwarp::crosscheck {

/// The use of a pattern.
enum class PatternRole : std::uint8_t {
  kFitted,        ///< the constants were fitted on it
  kHeldOut,       ///< the constants were tested on it
  kCounted,       ///< slots were compared, without constants
  kBound,         ///< something else than the banks bounds it: a prediction is a lower bound
  kNotDescribed,  ///< outside the rules
  kNotFitted      ///< its group has too few patterns to fit the constants
};
std::string name_of(PatternRole role);

/// One pattern, predicted against measured.
struct PatternCheck {
  std::size_t pattern = 0;  ///< index in the measurement
  PatternRole role = PatternRole::kNotDescribed;
  std::string why;                    ///< reason for kNotDescribed
  std::optional<PatternSlots> slots;  ///< absent if not described
  FitPoint point;                     ///< only `measured` is set if not described
  std::optional<double> predicted;    ///< in the unit of Pattern::cost()

  /// (predicted - measured) / measured; 0 or 1 where nothing was measured.
  [[nodiscard]] std::optional<double> error() const;
};

/// The errors of several predictions.
struct Errors {
  std::size_t patterns = 0;
  double mean = 0;                ///< of the absolute values of the relative errors
  double worst = 0;               ///< relative, with its sign
  std::size_t worst_pattern = 0;  ///< index in the measurement
  std::optional<double> r2;
};

/// The patterns of one memory in one unit, programs apart; they share the constants. A program's
/// rounds have instructions and barriers as well.
struct CheckGroup {
  GpuMemory memory = GpuMemory::kShared;
  bool programs = false;
  std::string unit;
  bool counted = false;                ///< slots or a counter: nothing is fitted
  std::optional<Constants> constants;  ///< absent if counted, and if the fit is impossible
  std::size_t fitted = 0;
  std::size_t not_described = 0;
  std::optional<Errors> held_out;  ///< of the held-out patterns; if counted, of all
  /// The same by kind_of(), in the order of their first patterns.
  std::vector<std::pair<std::string, Errors>> by_kind;
};

/// A workload.
bool is_program(const Pattern& pattern);

/// "read", "write", "write-read", "program", or what the lanes do; "mixed" if it is several things.
std::string operation_of(const Pattern& pattern);

/// "read, time", "write, throughput", ..; "program" for a workload; "read of 64 bits, counter".
std::string kind_of(const Pattern& pattern);

/// A measurement compared with a model.
struct Crosscheck {
  std::vector<PatternCheck> patterns;  ///< in the measurement's order
  std::vector<CheckGroup> groups;      ///< in the order of their first patterns
  std::vector<std::string> findings;   ///< where the rules do not describe the silicon
  std::string disagreement;            ///< of RTL and model; empty: none
};

/// Predicts the time of C slots in T rounds with a wait as latency * T + cycles_per_slot * (C - T)
/// (Lemma 1 of the super-warp paper), and throughput as cycles_per_slot * slots of an access. Slots
/// are scaled by gpu::Description::slot_share(). Both constants are fitted on the first, third, ..
/// described pattern of each kind in a group and tested on the others.
Crosscheck crosscheck(const Measurement& measurement, const gpu::Description& rules, const AskRtl& ask_rtl = {});

/// Sentences on where the rules differ from the measurement: patterns without a description, slots
/// that cost more while fewer warps request, a single warp that does not fill the pipeline. The
/// groups of `result` are already fitted.
std::vector<std::string> findings_of(const Measurement& measurement, const gpu::Description& rules,
                                     const Crosscheck& result);

}  // namespace superwarp::crosscheck
