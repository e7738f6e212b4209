// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/draw/scene.h"

namespace superwarp::exports {

/// The run as Chrome trace events for ui.perfetto.dev: a track for each bank with its accesses, a
/// track for each super warp with its dispatches, and counters of served and waiting requests. A
/// time unit is a microsecond. Throws std::invalid_argument as lives() does.
std::string perfetto(const draw::Scene& scene);

}  // namespace superwarp::exports
