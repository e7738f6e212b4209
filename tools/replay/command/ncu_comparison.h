// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/cli/app.h"
#include "sim/cli/report.h"
#include "tools/replay/command/instruction_costs.h"
#include "tools/replay/ncu/read_ncu.h"

namespace superwarp::cli {

/// An export of Nsight Compute, and its name in messages.
struct Counters {
  std::string name;
  std::vector<ncu::Kernel> kernels;
};

/// Reads the export `file`; nothing if it is empty. Throws InputError, and UsageError without a
/// `gpu`, whose rules predict the counters.
std::optional<Counters> read_counters(const std::string& file, const std::string& gpu);

/// The counters beside what a GPU's rules predict for the launches, worst first. Throws InputError
/// if none of these is in the export.
Addition ncu_addition(const Counters& counters, const std::vector<Launch>& launches);

/// Declares --ncu.
void add_ncu(App& command, std::string& file);

}  // namespace superwarp::cli
