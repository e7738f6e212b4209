// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/draw/scene.h"

namespace superwarp::exports {

/// The run as a log of the Konata pipeline viewer (Kanata 0004). A dispatch is an "instruction" of
/// its super warp's "thread" with the stages W (waits in front of the pipeline), S (slots) and P
/// (in the rest of the pipeline). An arrow leads to it from the dispatch that kept its last request
/// from its bank. Throws std::invalid_argument as lives() does.
std::string kanata(const draw::Scene& scene);

/// The run as Chrome trace events for ui.perfetto.dev: a track for each bank with its accesses, a
/// track for each super warp with its dispatches, and counters of served and waiting requests. A
/// time unit is a microsecond. Throws std::invalid_argument as lives() does.
std::string perfetto(const draw::Scene& scene);

/// The longest run, in time units, that a timing diagram shows legibly.
inline constexpr std::uint64_t kLongestWavedrom = 200;

/// The run as a WaveDrom timing diagram: dispatches accepted and completed, and for each bank the
/// warps that it serves. Throws std::invalid_argument for a run longer than kLongestWavedrom, and
/// as lives() does.
std::string wavedrom(const draw::Scene& scene);

}  // namespace superwarp::exports
