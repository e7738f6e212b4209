// SPDX-License-Identifier: Apache-2.0
#include "sim/run/rtl_config.h"

#include <fmt/format.h>

#include "model/machine/machine.h"
#include "model/machine/machine_info.h"
#include "model/reference/mapping.h"

namespace superwarp::evaluate {

std::optional<std::string> rtl_lacks(const Machine& machine) {
  if (model::mapping_info(machine.mapping).rtl.empty())
    return fmt::format("there is no RTL of the mapping {}", machine.mapping);
  constexpr std::uint32_t kMost = 128;
  if (machine.width > kMost) return fmt::format("width {} is more than the RTL's {}", machine.width, kMost);
  if (machine.bank_count() > kMost)
    return fmt::format("{} banks are more than the RTL's {}", machine.bank_count(), kMost);
  return std::nullopt;
}

sysc::RtlConfig rtl_config(const Machine& machine, sysc::RtlConfig rtl) {
  rtl.width = machine.width;
  rtl.banks = machine.bank_count();
  rtl.super_warp = machine.super_warp;
  rtl.min_rows = machine.rows;
  rtl.mapping = model::mapping_info(machine.mapping).rtl;
  if (machine.regions.any()) {
    rtl.regions = machine.regions.count();
    rtl.region_rows = region_rows(machine);
    rtl.off_mapping = model::mapping_info(machine.regions.off).rtl;
  }
  rtl.bank_ports = machine.ports;
  rtl.bank_words = machine.bank_words;
  rtl.slot = machine_info(machine.kind).slot;
  rtl.rpu = machine.rpu;
  rtl.streaming = machine.streaming;
  return rtl;
}

}  // namespace superwarp::evaluate
