// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/kernels/lines/line_costs.h"

namespace superwarp::lines {

enum class Verdict : std::uint8_t {
  kGood,
  kOverLimit,  ///< more slots over the ideal than the limit
  kWorse,      ///< than in the baseline
};

/// A line and what it was.
struct LineChange {
  LineCost now;
  std::optional<LineCost> before;  ///< in the baseline
  Verdict verdict = Verdict::kGood;
};

struct Comparison {
  std::vector<LineChange> lines;  ///< those that fail first, then the worst
  std::vector<LineCost> gone;     ///< lines of the baseline that are not in the recording

  [[nodiscard]] std::size_t failing() const;
};

/// What a line may cost. It is the line of the baseline with the same kernel, file and text;
/// several equal lines are matched in their order.
struct Gate {
  std::optional<double> limit;  ///< slots over the ideal
  double tolerance = 0;         ///< share by which a line's ratio may exceed that of the baseline
};

Comparison compare(const std::vector<LineCost>& now, const std::vector<LineCost>& baseline,
                   const Gate& gate);

}  // namespace superwarp::lines
