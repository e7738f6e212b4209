// SPDX-License-Identifier: Apache-2.0
#include "sim/evaluate/rtl_config.h"

#include <fmt/format.h>

#include "language/machine.h"
#include "language/machine_info.h"
#include "sim/model/mapping.h"

namespace superwarp::evaluate {

std::optional<std::string> rtl_lacks(const Machine& machine) {
  if (model::mapping_info(machine.mapping).rtl.empty())
    return fmt::format("there is no RTL of the mapping {}", machine.mapping);
  if (machine.width > 128) return fmt::format("width {} is more than the RTL's 128", machine.width);
  return std::nullopt;
}

sysc::RtlConfig rtl_config(const Machine& machine, sysc::RtlConfig rtl) {
  rtl.width = machine.width;
  rtl.super_warp = machine.super_warp;
  rtl.min_rows = machine.rows;
  rtl.mapping = model::mapping_info(machine.mapping).rtl;
  if (machine.regions.any()) {
    rtl.regions = machine.regions.count();
    rtl.region_rows = region_rows(machine);
  }
  rtl.slot = machine_info(machine.kind).slot;
  rtl.rpu = machine.rpu;
  rtl.streaming = machine.streaming;
  return rtl;
}

}  // namespace superwarp::evaluate
