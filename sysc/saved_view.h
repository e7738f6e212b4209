// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace superwarp::sysc {

/// The content of `view`, GTKWave's saved view of the waveform `waves` of a unit: clock, time unit,
/// dispatches and the accesses of every bank; folded, all numbers of every bank and lane.
std::string saved_view(const std::filesystem::path& waves, const std::filesystem::path& view, std::uint32_t banks,
                       std::uint32_t lanes);

}  // namespace superwarp::sysc
