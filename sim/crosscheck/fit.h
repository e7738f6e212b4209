// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace superwarp::crosscheck {

/// One figure for the fit: measured = cycles_per_slot * slots + latency * waits.
struct FitPoint {
  double slots = 0;  ///< that its time grows with, beyond those that the latency holds
  double waits = 0;  ///< times that it waits for the whole pipeline
  double measured = 0;
};

/// The two constants; one that no point depends on is absent.
struct Constants {
  std::optional<double> per_slot;
  std::optional<double> latency;

  /// What they foretell; nullopt where they lack what it depends on.
  [[nodiscard]] std::optional<double> predict(double slots, double waits) const;
};

/// Least squares of the relative errors, (predicted - measured) / measured: a long pattern counts
/// as much as a short one. nullopt where the points are too few or too alike to tell the constants
/// apart.
std::optional<Constants> fit(const std::vector<FitPoint>& points);

/// 1 - sum (measured - predicted)^2 / sum (measured - mean)^2; nullopt for fewer than five
/// points and where all measured are equal.
std::optional<double> r_squared(const std::vector<double>& measured,
                                const std::vector<double>& predicted);

}  // namespace superwarp::crosscheck
