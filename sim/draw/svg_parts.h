// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "sim/draw/svg_sheet.h"

/// \file
/// The parts of an SVG picture, one below the other: each draws itself from `y` down and returns
/// where it ends.

namespace superwarp::draw {

/// The pipeline in the time unit that is shown: the warps that wait, the stages, the banks.
double draw_pipeline(SvgSheet& sheet, double y);

/// What entered the pipeline when.
double draw_times(SvgSheet& sheet, double y);

/// What the colours and frames of the parts above it mean.
double draw_legend(SvgSheet& sheet, double y);

/// "W(1), W(9), …": who has which of the palette's colours, at most `limit` of them.
std::map<std::size_t, std::string> names_by_colour(const std::set<std::uint64_t>& numbers,
                                                   std::string_view letter, std::uint32_t limit);

}  // namespace superwarp::draw
