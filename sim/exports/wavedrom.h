// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/draw/scene.h"

namespace superwarp::exports {

/// The longest run that a timing diagram is readable of.
inline constexpr std::uint64_t kLongestWavedrom = 200;

/// The run as a WaveDrom timing diagram: what is accepted and completed, and a line for each bank
/// with whom it serves. Throws std::invalid_argument for a run longer than kLongestWavedrom and as
/// lives() does.
std::string wavedrom(const draw::Scene& scene);

}  // namespace superwarp::exports
