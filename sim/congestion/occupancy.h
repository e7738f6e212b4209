// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::congestion {

/// The law of the largest of `bins` loads when `balls` balls fall independently and uniformly: the
/// congestion of `balls` requests that lie in rows of their own, under random address shifts
/// (super-warp paper, Section V, A(j) <= 1 for all j). Also Table II's law for n to infinity.
struct Occupancy {
  std::vector<double>
      probability;  ///< probability[c] = P(largest load = c); the rest is below 1e-14
  double mean = 0;
  double variance = 0;
};

/// P(largest load <= c) = K! [x^K] (sum_{d <= c} x^d/d!)^w / w^K for K balls and w bins. `bins` is
/// a power of two from 2 on, `balls` from 1 on; throws std::invalid_argument else. Relative error
/// of the mean below 1e-9; time of order balls^2 log bins for each value that matters.
Occupancy occupancy(std::uint32_t balls, std::uint32_t bins);

}  // namespace superwarp::congestion
