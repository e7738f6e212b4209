// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/instruction_costs.h"
#include "sim/cli/report.h"

namespace superwarp::cli {

/// The counters of Nsight Compute's export `file` beside what a GPU's rules predict for the trace,
/// worst first. Throws InputError if the export has several kernels, and not one of them alone is
/// named like the trace's.
Addition ncu_addition(const std::string& file, const Launch& launch);

}  // namespace superwarp::cli
