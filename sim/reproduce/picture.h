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

/// One round in which each warp reads its addresses.
trace::TraceProgram one_round(const std::vector<std::vector<Address>>& warps);

/// Holds if model and RTL fill the slots of one round of `warps` on `machine` as `printed`: these
/// congestions one after the other, and their sum + latency - 1 time units. `note` is appended to
/// the reason.
Check picture(const std::vector<std::vector<Address>>& warps, const Machine& machine,
              const std::vector<std::uint32_t>& printed, const std::string& note = "");

}  // namespace superwarp::reproduce
