// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace superwarp::congestion {

/// Standard errors on either side of a mean that a 95 % interval spans: the normal quantile of
/// 0.975.
inline constexpr double kNormalQuantile = 1.959963984540054;

/// Counts of the observed values 0, 1, 2, ... and their statistics. The statistics assume
/// independent observations. For dependent ones (dispatches that share random shifts) the standard
/// error and the interval would be too narrow: add one value per independent sample.
class Histogram {
 public:
  /// A two-sided interval of real numbers.
  struct Interval {
    double low = 0;
    double high = 0;
  };

  Histogram() = default;
  /// `counts[v]` is the number of observations of v.
  explicit Histogram(std::vector<std::uint64_t> counts);

  /// Records `times` observations of `value`.
  void add(std::uint64_t value, std::uint64_t times = 1);
  /// Adds all observations of `other`.
  void merge(const Histogram& other);

  /// counts()[v] is the number of observations of v; no trailing zeros.
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  /// Number of observations.
  std::uint64_t total() const;

  // The following throw std::invalid_argument for too few observations: the mean and the order
  // statistics need one, the others two.

  /// Arithmetic mean.
  double mean() const;
  /// Sample variance (divisor total - 1).
  double variance() const;
  /// Standard error of the mean, sqrt(variance / total).
  double standard_error() const;
  /// 95 % confidence interval of the mean, mean -/+ 1.959964 standard errors (normal
  /// approximation). Its width is 0 if all observations are equal.
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

inline bool operator==(const Histogram& a, const Histogram& b) { return a.counts() == b.counts(); }
inline bool operator!=(const Histogram& a, const Histogram& b) { return !(a == b); }

}  // namespace superwarp::congestion
