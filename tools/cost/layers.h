// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::cost {

/// A layer for wires, as a .lef states it.
struct RoutingLayer {
  std::string name;
  double pitch = 0;       ///< from track to track, in um
  double ohm_per_um = 0;  ///< of a wire of the least width
  double ff_per_um = 0;   ///< of that wire to the ground, by area and both edges; no neighbours
};

/// The layers of type ROUTING in a .lef, lowest first. Throws std::runtime_error with `name` if
/// there is none, or a figure of one is missing.
std::vector<RoutingLayer> read_routing_layers(const std::string& text, const std::string& name);

}  // namespace superwarp::cost
