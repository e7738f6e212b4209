// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/cli/congestion_cells.h"
#include "sim/cli/json.h"

namespace superwarp::cli {

/// "superwarp.congestion/1" of docs/spec/command-line.md. Keys may be added, never renamed.
Json congestion_json(const CongestionRequest& request, const std::string& pattern,
                     const std::vector<CellResult>& results, const CongestionEngines& engines,
                     double seconds);

/// The same as a table with one line per cell, like Table II.
std::string congestion_table(const CongestionRequest& request, const std::string& pattern,
                             const std::vector<CellResult>& results);

/// The largest deviations and the speed.
std::string congestion_summary(const std::vector<CellResult>& results,
                               const CongestionEngines& engines);

/// Reports samples that cannot come from the exact law. Returns the exit status.
int report_congestion_disagreement(const std::vector<CellResult>& results);

}  // namespace superwarp::cli
