// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/occupancy.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "model/machine/log2.h"

namespace superwarp::congestion {
namespace {

using Coefficients = std::vector<double>;

/// The square of a polynomial up to x^last.
Coefficients squared(const Coefficients& a, std::size_t last) {
  Coefficients result(std::min(2 * a.size() - 1, last + 1), 0.0);
  for (std::size_t i = 0; i < std::min(a.size(), result.size()); ++i) {
    if (a[i] == 0) continue;
    const std::size_t end = std::min(a.size(), result.size() - i);
    for (std::size_t j = 0; j < end; ++j) result[i + j] += a[i] * a[j];
  }
  return result;
}

double poisson(double mean, std::uint32_t k) { return std::exp(k * std::log(mean) - mean - std::lgamma(k + 1.0)); }

/// P(largest load <= most), from independent Poisson loads of mean K/w conditioned on the sum K.
/// All terms are positive and of moderate size.
double at_most(std::uint32_t most, std::uint32_t balls, std::uint32_t bins) {
  Coefficients law(most + 1);
  for (std::uint32_t d = 0; d <= most; ++d) law[d] = poisson(static_cast<double>(balls) / bins, d);
  for (std::uint32_t power = 1; power < bins; power *= 2) law = squared(law, balls);
  return law.size() > balls ? std::min(1.0, law[balls] / poisson(balls, balls)) : 0.0;
}

}  // namespace

Occupancy occupancy(std::uint32_t balls, std::uint32_t bins) {
  if (balls < 1 || bins < 2 || !is_power_of_two(bins)) {
    throw std::invalid_argument("occupancy: expected balls, and bins that are a power of two");
  }
  Occupancy result;
  double below = 0;
  for (std::uint32_t c = 0; c <= balls; ++c) {
    const double now = c == balls ? 1.0 : at_most(c, balls, bins);
    result.probability.push_back(std::max(0.0, now - below));
    result.mean += 1 - below;  // the sum over c of P(largest load > c - 1), from c = 1 on
    result.variance += (2.0 * c + 1) * (1 - now);
    below = now;
    if (1 - now < 1e-14) break;
  }
  result.mean -= 1;  // the term of c = 0
  result.variance -= result.mean * result.mean;
  return result;
}

}  // namespace superwarp::congestion
