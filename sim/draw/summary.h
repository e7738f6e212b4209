// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/draw/heat.h"
#include "sim/draw/scene.h"

namespace superwarp::draw {

/// The name of the place where requests wait if warps overlap.
std::string waiting_place(const Machine& machine);

/// "DMM, w=4, l=7".
std::string machine_text(const Machine& machine);

/// The name of one of several memories: "shared 0", or "global".
std::string memory_text(const Machine& machine, std::uint32_t memory);

/// The sum of a run's time: "2+3+2 slots + 7-1 = 13 time units".
std::string time_text(const Scene& scene);

/// "13 time units, 0.9 requests per time unit, banks busy 23 % of the time".
std::string heat_text(const HeatMap& map);

}  // namespace superwarp::draw
