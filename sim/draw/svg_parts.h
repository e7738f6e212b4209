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
/// The parts of an SVG picture. Each draws itself from `y` down and returns its lower end.

namespace superwarp::draw {

/// The pipeline in the shown time unit: waiting warps, stages and banks.
double draw_pipeline(SvgSheet& sheet, double y);

/// The requests by the time unit in which they enter the pipeline.
double draw_times(SvgSheet& sheet, double y);

/// The legend of the colours and frames above it.
double draw_legend(SvgSheet& sheet, double y);

/// The numbers that share a colour, by the colour's place in the palette: "W(1), W(9), …", at most
/// `limit` each.
std::map<std::size_t, std::string> names_by_colour(const std::set<std::uint64_t>& numbers,
                                                   std::string_view letter, std::uint32_t limit);

}  // namespace superwarp::draw
