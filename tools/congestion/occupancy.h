// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::congestion {

/// The law of the largest of `bins` loads for `balls` independent uniform balls. This is the
/// congestion of `balls` requests in different rows under random address shifts (super-warp paper,
/// Section V, A(j) <= 1 for all j), and Table II's law for n to infinity.
struct Occupancy {
  /// probability[c] = P(largest load = c); the rest is below 1e-14.
  std::vector<double> probability;
  double mean = 0;
  double variance = 0;
};

/// P(largest load <= c) = K! [x^K] (sum_{d <= c} x^d/d!)^w / w^K for K balls and w bins. The
/// relative error of the mean is below 1e-9; the time is of order balls^2 log bins for each c.
/// Throws std::invalid_argument unless `balls` >= 1 and `bins` is a power of two >= 2.
Occupancy occupancy(std::uint32_t balls, std::uint32_t bins);

}  // namespace superwarp::congestion
