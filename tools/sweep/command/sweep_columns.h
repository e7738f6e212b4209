// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/cli/json.h"
#include "sim/congestion/rekeying.h"
#include "sim/run/evaluation.h"
#include "sim/traceg/instruction_report.h"
#include "sim/workload/lower_bounds.h"
#include "tools/cost/cost.h"

namespace superwarp::cli {

/// A column of a table, described for readers that do not have this program.
struct SweepColumn {
  std::string name;
  std::string type;  ///< "integer", "number", "boolean" or "string"
  std::string unit;  ///< empty: none
  std::string meaning;
};

/// What a sweep knows of a point after its run.
struct SweepFinding {
  evaluate::Evaluation evaluation;
  workload::LowerBounds bounds;                         ///< all zero for a trace
  std::optional<congestion::RekeyingSample> rekeyings;  ///< if the point asks for them
  std::optional<traceg::GpuCost> gpu;                   ///< of the GPU that lowers the accesses
};

/// A column with its value in one row, null where it is not known.
struct SweepCell {
  SweepColumn column;
  Json value;
};
using SweepCells = std::vector<SweepCell>;

/// The figures of a point, in the order of their columns.
SweepCells figure_cells(const SweepFinding& found);

/// The figures of the memory unit of a point with this many requests a time unit.
SweepCells cost_cells(const cost::Cost& cost, double requests_per_time_unit);

std::vector<SweepColumn> columns_of(const SweepCells& cells);

/// The values by column name.
Json json_of(const SweepCells& cells);

}  // namespace superwarp::cli
