// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/congestion/cell.h"

namespace superwarp::congestion {

/// The distribution of the congestion of one round of uniform random requests.
struct ExactCongestion {
  /// probability[c] = P(congestion = c). The error of a value is below 1e-9 of it or 1e-16,
  /// whichever is larger; the omitted values have a sum below 1e-15.
  std::vector<double> probability;
  /// Expected congestion E, relative error below 1e-9; the congestion ratio is mean / super_warp.
  double mean = 0;
  /// Variance of the congestion of one round.
  double variance = 0;
};

/// The distribution from the generating function in docs/spec/machines.md, "Table II has an exact
/// answer": P(congestion <= c) = K! [x^K] (sum_{d<=c} C(m,d) (e^x - 1)^d)^w / n^K with K = s w,
/// m = n / w. Takes a few milliseconds for w = 16 and less than 0.1 s for w = 256. Throws like
/// validate().
ExactCongestion exact_congestion(const CongestionCell& cell);

}  // namespace superwarp::congestion
