// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>

#include "tools/cost/library.h"

namespace superwarp::cost {

/// The most inputs that a net keeps. The mapper buffers nets inside a part by their load. It does
/// not see the load of a net between parts, so a small gate may have to drive hundreds of inputs.
inline constexpr std::uint64_t kMostFanOut = 16;

/// Copies the flat netlist `from`, in the format of Yosys' write_verilog -noattr -noexpr, to `to`.
/// Nets other than clocks that reach more than kMostFanOut inputs get balanced trees of kBuffer,
/// with the inputs in their order. Reads `from` twice. Returns the number of buffers.
std::uint64_t buffer_fan_out(std::istream& from, std::ostream& to, const Cells& cells);

}  // namespace superwarp::cost
