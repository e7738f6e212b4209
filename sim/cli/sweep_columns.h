// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/cli/json.h"
#include "sim/cost/cost.h"
#include "sim/evaluate/evaluation.h"

namespace superwarp::cli {

/// A column of a table, for who reads it without this program.
struct SweepColumn {
  std::string name;
  std::string type;  ///< "integer", "number", "boolean" or "string"
  std::string unit;  ///< empty: it has none
  std::string meaning;
};

/// What is found of every point.
const std::vector<SweepColumn>& figure_columns();

/// What is found of its unit.
const std::vector<SweepColumn>& cost_columns();

/// The figures of a point, by the columns' names; null where no engine has them.
Json figures_json(const evaluate::Evaluation& evaluation);

/// Those of its unit, with what they make of the point's requests a time unit.
Json unit_figures_json(const cost::Cost& cost, double requests_per_time_unit);

}  // namespace superwarp::cli
