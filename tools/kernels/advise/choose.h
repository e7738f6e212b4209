// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace superwarp::advise {

/// What it costs to switch on these parts, and no others.
using CostOf = std::function<double(const std::vector<bool>& on)>;

struct Choice {
  std::vector<bool> on;  ///< by part
  double cost = 0;
};

/// Searches twice, from all parts off and from all on: switches single parts while the cost falls.
/// Returns the cheaper result, with fewer parts on if costs are equal. It costs no more than either
/// start, but is not always the optimum.
Choice choose(std::size_t parts, const CostOf& cost_of);

}  // namespace superwarp::advise
