// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/cli/instruction_costs.h"
#include "sim/cli/report.h"

namespace superwarp::cli {

/// The counters of Nsight Compute's export `file` beside what a GPU's rules predict for the
/// launches, worst first. Throws InputError if none of them is in the export.
Addition ncu_addition(const std::string& file, const std::vector<Launch>& launches);

}  // namespace superwarp::cli
