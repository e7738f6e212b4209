// SPDX-License-Identifier: Apache-2.0
#include "model/machine/machine_info.h"

#include <algorithm>

#include "model/machine/refuse.h"

namespace superwarp {

const std::vector<MachineInfo>& machines() {
  static const std::vector<MachineInfo> all = {
      {MachineKind::kDmm, "dmm", "Discrete Memory Machine: one warp a dispatch, a slot takes one word of every bank",
       SlotServes::kWords, false, "identity", 32},
      {MachineKind::kUmm, "umm", "Unified Memory Machine: a slot takes one row (address group) of all banks",
       SlotServes::kGroup, false, "identity", 32},
      {MachineKind::kSdmm, "sdmm", "Super DMM: the RPU packs the requests of --super-warp warps", SlotServes::kWords,
       true, "identity", 32},
      {MachineKind::kRsdmm, "rsdmm", "Random SDMM: row j is rotated by a random shift r_j, then packed",
       SlotServes::kWords, true, "random-shift", 32},
      {MachineKind::kSumm, "summ",
       "Super UMM (not in the papers): the RPU packs the address groups of --super-warp warps", SlotServes::kGroup,
       true, "identity", 32},
      {MachineKind::kGt200, "gt200",
       "GT200 shared memory: half-warps, 16 banks; a slot takes one word for all that want it "
       "(broadcast) and one thread for every other bank; a time unit is two cycles",
       SlotServes::kBroadcast, false, "identity", 16},
  };
  return all;
}

const MachineInfo& machine_info(MachineKind kind) {
  const auto found =
      std::find_if(machines().begin(), machines().end(), [kind](const MachineInfo& info) { return info.kind == kind; });
  if (found != machines().end()) return *found;
  refuse("a machine kind outside of its enumeration: {}", static_cast<unsigned>(kind));
}

}  // namespace superwarp
