// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/json.h"
#include "sim/cli/report.h"
#include "sim/run/evaluation.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::cli {

/// The uses of the warps' time and their shares: "issue", "shared memory", ..
using TimeShare = std::pair<const char*, double>;
std::vector<TimeShare> time_shares_of(const WarpTimes& times);

/// A bar of `width` characters, one letter for each kind, and what the letters mean.
std::string time_bar(const WarpTimes& times, std::size_t width);
std::string time_legend(const WarpTimes& times);

/// The machine's issue stage: an object, or null.
Json issue_json(const Machine& machine);

/// "warp_time" of docs/spec/command-line.md.
Json warp_time_json(const WarpTimes& times);

/// Lines of the table of a run; empty without an issue stage or a model.
std::string issue_lines(const Machine& machine, const evaluate::Evaluation& e);

}  // namespace superwarp::cli
