// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/reproduce/claim.h"
#include "sim/reproduce/laboratory.h"
#include "sim/trace/trace_program.h"

/// \file
/// Claims that a figure makes by drawing the slots of one run.

namespace superwarp::reproduce {

/// Reads of the addresses of each warp, in one round.
trace::TraceProgram one_round(const std::vector<std::vector<Address>>& warps);

/// Holds if model and RTL fill the slots of one round of `warps` on `machine` as printed: these
/// congestions one after the other, and their sum + latency - 1 time units.
/// `note` goes behind the reason.
Finding check_picture(Laboratory& laboratory, const std::vector<std::vector<Address>>& warps,
                      Machine machine, const std::vector<std::uint32_t>& printed,
                      const std::string& note = "");

}  // namespace superwarp::reproduce
