// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <ostream>

#include "sim/cost/library.h"

namespace superwarp::cost {

/// The most inputs that a net keeps. A mapper buffers the nets inside a part by what they reach; of
/// a net between parts it sees no more than a port, and a gate that it made small would have to
/// drive hundreds of inputs.
inline constexpr std::uint64_t kMostFanOut = 16;

/// Copies the netlist in `from`, a flat one as Yosys' write_verilog -noattr -noexpr leaves it, to
/// `to`, where no net but a clock's reaches more than kMostFanOut inputs: the others get trees of
/// kBuffer, balanced, inputs in the order in which they stand. Reads `from` twice. Returns how many
/// buffers those are.
std::uint64_t buffer_fan_out(std::istream& from, std::ostream& to, const Cells& cells);

}  // namespace superwarp::cost
