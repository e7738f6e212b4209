// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/machine/machine.h"

namespace superwarp {

/// What sets a kind of machine apart.
struct MachineInfo {
  MachineKind kind;
  std::string name;         ///< as typed: "dmm"
  std::string description;  ///< one line
  SlotServes slot;          ///< what a slot serves
  bool packs;               ///< super warps may have more than one warp
  std::string mapping;      ///< default mapping of addresses to banks
  std::uint32_t width;      ///< default w

  /// A slot serves one address group.
  [[nodiscard]] bool unified() const { return slot == SlotServes::kGroup; }
  /// The RPU may be one in which warps overlap.
  [[nodiscard]] bool streams() const { return packs && slot == SlotServes::kWords; }
};

/// All machines, in display order.
const std::vector<MachineInfo>& machines();

/// Throws std::invalid_argument for a value outside of the enumeration.
const MachineInfo& machine_info(MachineKind kind);

}  // namespace superwarp
