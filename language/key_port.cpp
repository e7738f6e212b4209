// SPDX-License-Identifier: Apache-2.0
#include "language/key_port.h"

#include "language/machine.h"

namespace superwarp {

std::vector<KeyWrite> key_writes(const Machine& machine) {
  std::vector<KeyWrite> writes;
  for (const std::uint32_t value : machine.key)
    writes.push_back({static_cast<std::uint32_t>(writes.size()), value});
  for (std::uint32_t region = 0; region < machine.regions.count(); ++region)
    writes.push_back({kRegionIndex | region, machine.regions.on[region] ? 1U : 0U});
  return writes;
}

}  // namespace superwarp
