// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/unit_options.h"

#include <algorithm>
#include <string>

#include "language/machine.h"
#include "language/machine_info.h"
#include "language/rpu_info.h"
#include "sim/model/mapping.h"
#include "sim/sweep/space.h"

namespace superwarp::cli {
namespace {

/// The first kind of machine with this slot rule, and with an RPU if needed.
const MachineInfo& simplest_kind(const Machine& machine) {
  const SlotServes slot = machine_info(machine.kind).slot;
  const bool packs = machine.super_warp > 1 || machine.overlaps();
  const auto same = [&](const MachineInfo& info) {
    return info.slot == slot && (info.packs || !packs);
  };
  return *std::find_if(machines().begin(), machines().end(), same);
}

}  // namespace

std::string unit_options(const Machine& machine, const std::filesystem::path& rtl_dir) {
  const MachineInfo& kind = simplest_kind(machine);
  sweep::Point options = {{"machine", kind.name}, {"width", std::to_string(machine.width)}};
  if (machine.overlaps()) {
    options.push_back({"rpu", rpu_info(machine.rpu).name});
    for (const RpuOption& option : rpu_info(machine.rpu).options)
      options.push_back({option.name, typed(option, machine.streaming)});
  } else if (machine.super_warp > 1) {
    options.push_back({"super-warp", std::to_string(machine.super_warp)});
  }
  if (!kind.unified()) {
    const std::string in_rtl = model::mapping_info(machine.mapping).rtl;
    options.push_back({"mapping", in_rtl.empty() ? machine.mapping : in_rtl});
  }
  options.push_back({"rows", std::to_string(machine.rows)});
  if (!rtl_dir.empty()) options.push_back({"rtl", rtl_dir.string()});
  return sweep::options_of(options);
}

}  // namespace superwarp::cli
