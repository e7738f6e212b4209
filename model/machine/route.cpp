// SPDX-License-Identifier: Apache-2.0
#include "model/machine/route.h"

namespace superwarp {

std::string route_fault(const Machine& machine, const std::string& option) {
  const std::uint32_t stages = route_stages(machine);
  const std::uint32_t levels = route_levels(machine);
  const std::string route = option + "route " + std::to_string(stages) + ": ";
  const std::uint32_t banks = machine.bank_count();
  const std::uint32_t most = 1U << ceil_log2(machine.lanes());
  if (stages > 0 && (!is_power_of_two(banks) || banks > most)) {
    return route + "the network has " + std::to_string(most) + " ways for " +
           std::to_string(machine.lanes()) + " lanes, expected banks a power of two up to that";
  }
  if (stages > levels) {
    return route + "the network of " + std::to_string(machine.lanes()) + " lanes and " +
           std::to_string(banks) + " banks has " + std::to_string(levels) +
           " levels, expected 0 to " + std::to_string(levels);
  }
  if (stages >= machine.latency) {
    const std::string least = std::to_string(stages + 1);
    return route + "a slot reaches the banks in stage " + least + " at the earliest, expected " +
           option + (machine.hierarchy ? "shared-latency " : "latency ") + least + " or more";
  }
  return "";
}

}  // namespace superwarp
