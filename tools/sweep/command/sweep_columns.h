// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/cli/json.h"
#include "sim/run/evaluation.h"
#include "sim/traceg/instruction_report.h"
#include "sim/workload/lower_bounds.h"
#include "tools/congestion/rekeying.h"
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

/// The figures of a point. A new column is a new entry of the table in sweep_columns.cpp.
const std::vector<SweepColumn>& figure_columns();

/// The figures of a point's memory unit.
const std::vector<SweepColumn>& cost_columns();

/// A point's figures by column name; null where they are not known.
Json figures_json(const SweepFinding& finding);

/// A unit's figures by column name, for a point with this many requests a time unit.
Json unit_figures_json(const cost::Cost& cost, double requests_per_time_unit);

}  // namespace superwarp::cli
