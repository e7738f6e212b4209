// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "sim/gpu/description.h"
#include "tools/measured/measurement.h"

namespace superwarp::crosscheck {

/// Why `gpu` does not describe `pattern`; nullopt if it does.
std::optional<std::string> not_described(const Pattern& pattern, const gpu::Description& gpu);

/// The sub-cores that `pattern` keeps busy.
std::uint32_t active_sub_cores(const Pattern& pattern, const gpu::Description& gpu);

/// The load that a pattern puts on the memory pipeline.
struct PatternSlots {
  std::uint64_t slots = 0;                 ///< C: of all accesses
  std::uint64_t excess = 0;                ///< of these, those that conflicts add
  std::uint64_t idle = 0;                  ///< of these, those of phases without an active lane
  std::uint64_t bytes = 0;                 ///< requested
  std::uint64_t read_phases = 0;           ///< of all reads
  std::uint64_t written_words = 0;         ///< that a lane writes, of all accesses
  std::uint64_t rounds = 0;                ///< of all threads
  std::uint64_t waits = 0;                 ///< T: rounds that the next round waits for
  std::uint64_t warp_accesses = 1;         ///< slots are averaged over them
  std::optional<std::uint64_t> rtl_slots;  ///< C of the RTL, if it ran
  std::string disagreement;                ///< between RTL and model; empty: none

  /// Mean of a warp's access.
  [[nodiscard]] double per_access(std::uint64_t all) const {
    return static_cast<double>(all) / static_cast<double>(warp_accesses);
  }
  [[nodiscard]] double per_access() const { return per_access(slots); }
};

/// The slots of a program on the RTL.
struct RtlSlots {
  std::uint64_t slots = 0;
  std::string disagreement;  ///< with the model; empty: none
};

/// Runs a program on the RTL; nullopt if the RTL does not implement the machine. An empty function:
/// do not run the RTL.
using AskRtl = std::function<std::optional<RtlSlots>(const Program&, const Machine&)>;

/// Counts the slots of a described `pattern`, with `ask_rtl` also on the RTL.
PatternSlots count_slots(const Pattern& pattern, const gpu::Description& gpu, const AskRtl& ask_rtl = {});

}  // namespace superwarp::crosscheck
