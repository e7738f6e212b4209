// SPDX-License-Identifier: Apache-2.0
#include "sim/run/rtl_config.h"

#include <fmt/format.h>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "model/reference/parameters.h"

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
  rtl.parameters = model::rtl_parameters(machine);
  return rtl;
}

}  // namespace superwarp::evaluate
