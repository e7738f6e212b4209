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

/// The cheaper of two searches: from all parts off, and from all on, single parts are switched as
/// long as that makes it cheaper. So no dearer than either, but not always the cheapest of all. Of
/// equal costs the one with fewer parts on.
Choice choose(std::size_t parts, const CostOf& cost_of);

}  // namespace superwarp::advise
