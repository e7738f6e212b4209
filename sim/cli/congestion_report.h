// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/cli/congestion_cells.h"
#include "sim/cli/json.h"

namespace superwarp::cli {

/// "superwarp.congestion/1" as docs/spec/command-line.md promises it. Keys may be added, never
/// renamed.
Json congestion_json(const CongestionRequest& request, const std::string& pattern,
                     const std::vector<CellResult>& results, const CongestionEngines& engines,
                     double seconds);

/// The same for reading: a line a cell, like Table II.
std::string congestion_table(const CongestionRequest& request, const std::string& pattern,
                             const std::vector<CellResult>& results);

/// The largest deviations and the speed.
std::string congestion_summary(const std::vector<CellResult>& results,
                               const CongestionEngines& engines);

/// Names samples that cannot come from the exact law; the exit status.
int report_congestion_disagreement(const std::vector<CellResult>& results);

}  // namespace superwarp::cli
