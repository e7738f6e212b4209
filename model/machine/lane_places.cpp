// SPDX-License-Identifier: Apache-2.0
#include "model/machine/lane_places.h"

#include "model/machine/rpu_info.h"

namespace superwarp {

std::uint32_t lane_places(const Machine& machine) {
  const RpuOption* const queue = rpu_info(machine.rpu).option("queue");
  return machine.streaming.depth + (queue == nullptr ? 0 : queue->value(machine.streaming));
}

std::string lane_places_fault(const Machine& machine, const std::string& option) {
  const std::uint32_t depth = machine.streaming.depth;
  const std::uint32_t queue = lane_places(machine) - depth;
  if (queue == 0 || depth + queue <= kMostDepth) return "";
  return option + "queue " + std::to_string(queue) + ": a lane has at most " +
         std::to_string(kMostDepth) + " places, expected " + option + "depth " +
         std::to_string(kMostDepth - queue) + " or less";
}

}  // namespace superwarp
