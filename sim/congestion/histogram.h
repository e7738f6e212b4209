// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::congestion {

/// How often each value 0, 1, 2, ... was observed, and the statistics that follow from it.
/// The observations are taken to be independent: where they are not (dispatches that share random
/// shifts), the standard error and the interval below are too narrow, so add one value per
/// independent sample.
class Histogram {
 public:
  /// A two-sided interval of real numbers.
  struct Interval {
    double low = 0;
    double high = 0;
  };

  Histogram() = default;
  /// `counts[v]` is how often v was observed.
  explicit Histogram(std::vector<std::uint64_t> counts);

  /// Records `times` observations of `value`.
  void add(std::uint64_t value, std::uint64_t times = 1);
  /// Adds all observations of `other`; the order of merges does not matter.
  void merge(const Histogram& other);

  /// counts()[v] is how often v was observed; no trailing zeros.
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  /// Number of observations.
  std::uint64_t total() const;

  // Each of the following throws std::invalid_argument when there are too few observations:
  // one is needed for the mean and the order statistics, two for everything built on the variance.

  /// Arithmetic mean.
  double mean() const;
  /// Sample variance (divisor total - 1).
  double variance() const;
  /// Standard error of the mean, sqrt(variance / total).
  double standard_error() const;
  /// 95 % confidence interval of the mean, mean -/+ 1.959964 standard errors (normal
  /// approximation). It has width zero when all observations are equal: read it then as "nothing
  /// else was seen".
  Interval ci95() const;
  /// Smallest and largest observation.
  std::uint64_t min() const;
  std::uint64_t max() const;
  /// The smallest value v such that at least a fraction q of the observations is <= v; q in [0, 1].
  std::uint64_t quantile(double q) const;

 private:
  void require(std::uint64_t observations) const;

  std::vector<std::uint64_t> counts_;
};

bool operator==(const Histogram& a, const Histogram& b);
bool operator!=(const Histogram& a, const Histogram& b);

}  // namespace superwarp::congestion
