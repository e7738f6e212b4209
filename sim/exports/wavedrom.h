// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/draw/scene.h"

namespace superwarp::exports {

/// The longest run, in time units, that a timing diagram shows legibly.
inline constexpr std::uint64_t kLongestWavedrom = 200;

/// The run as a WaveDrom timing diagram: dispatches accepted and completed, and for each bank the
/// warps that it serves. Throws std::invalid_argument for a run longer than kLongestWavedrom, and
/// as lives() does.
std::string wavedrom(const draw::Scene& scene);

}  // namespace superwarp::exports
