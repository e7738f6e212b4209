// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

namespace superwarp::crosscheck {

/// One point of the fit: measured = cycles_per_slot * slots + latency * waits.
struct FitPoint {
  double slots = 0;  ///< beyond those included in the latency
  double waits = 0;  ///< for the whole pipeline
  double measured = 0;
};

/// The two constants; absent if no point depends on them.
struct Constants {
  std::optional<double> per_slot;
  std::optional<double> latency;

  /// The predicted value; nullopt if it depends on an absent constant.
  [[nodiscard]] std::optional<double> predict(double slots, double waits) const;
};

/// Least squares of the relative errors, (predicted - measured) / measured, so that long and short
/// patterns have equal weight. nullopt if the points do not determine the constants.
std::optional<Constants> fit(const std::vector<FitPoint>& points);

/// 1 - sum (measured - predicted)^2 / sum (measured - mean)^2; nullopt for fewer than five
/// points and if all measured values are equal.
std::optional<double> r_squared(const std::vector<double>& measured, const std::vector<double>& predicted);

}  // namespace superwarp::crosscheck
