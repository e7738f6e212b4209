// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace superwarp {

/// The memory machines of the papers, and the Super UMM.
enum class MachineKind : std::uint8_t {
  kDmm,
  kUmm,
  kSdmm,
  kRsdmm,
  kSumm,
  /// The shared memory of the GT200: a warp of the machine is a half-warp of 16 threads, a slot is
  /// a step, and a time unit is two cycles ("one step every two cycles", GT200 paper, Section III).
  kGt200,
};

/// What a slot of the pipeline may serve. The numbers are those of rtl/slot_rule_pkg.sv.
enum class SlotServes : std::uint8_t {
  kWords = 0,      ///< one word of every bank, for all threads that request it
  kGroup = 1,      ///< the words of one row (an address group)
  kBroadcast = 2,  ///< one word for all threads that request it, one thread for every other bank
};

}  // namespace superwarp
