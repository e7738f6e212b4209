#include "tb/transaction/machine.h"

#include <algorithm>

namespace superwarp {

const std::vector<MachineInfo>& machines() {
  static const std::vector<MachineInfo> all = {
      {MachineKind::kDmm, "dmm",
       "Discrete Memory Machine: one warp a dispatch, a slot takes one word of every bank", false,
       false, "identity"},
      {MachineKind::kUmm, "umm",
       "Unified Memory Machine: a slot takes one row (address group) of all banks", true, false,
       ""},
      {MachineKind::kSdmm, "sdmm", "Super DMM: the RPU packs the requests of --super-warp warps",
       false, true, "identity"},
      {MachineKind::kRsdmm, "rsdmm",
       "Random SDMM: row j is rotated by a random shift r_j, then packed", false, true,
       "random-shift"},
      {MachineKind::kSumm, "summ",
       "Super UMM (not in the papers): the RPU packs the address groups of --super-warp warps",
       true, true, ""},
  };
  return all;
}

const MachineInfo& machine_info(MachineKind kind) {
  return *std::find_if(machines().begin(), machines().end(),
                       [kind](const MachineInfo& info) { return info.kind == kind; });
}

}  // namespace superwarp
