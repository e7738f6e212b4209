// SPDX-License-Identifier: Apache-2.0
#include "model/machine/key_port.h"

#include "model/machine/machine.h"

namespace superwarp {

std::vector<KeyWrite> key_writes(const Machine& machine) {
  std::vector<KeyWrite> writes;
  for (const std::uint32_t value : machine.key)
    writes.push_back({static_cast<std::uint32_t>(writes.size()), value});
  auto add = [&writes, region = kRegionIndex](std::uint64_t value) mutable {
    writes.push_back({region++, static_cast<std::uint32_t>(value)});
  };
  for (const bool on : machine.regions.on) add(on ? 1 : 0);
  for (const auto& [first, rows] : machine.regions.table) {
    add(rows > 0 ? first : 1);  // no row is from 1 on and up to 0
    add(rows > 0 ? first + rows - 1 : 0);
  }
  return writes;
}

}  // namespace superwarp
