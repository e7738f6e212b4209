// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/histogram.h"

#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace superwarp::congestion {

Histogram::Histogram(std::vector<std::uint64_t> counts) : counts_(std::move(counts)) {
  // Without trailing zeros, equal histograms have equal vectors and max() is the last index.
  while (!counts_.empty() && counts_.back() == 0) counts_.pop_back();
}

void Histogram::add(std::uint64_t value, std::uint64_t times) {
  if (times == 0) return;
  if (value >= counts_.size()) counts_.resize(value + 1, 0);
  counts_[value] += times;
}

void Histogram::merge(const Histogram& other) {
  if (other.counts_.size() > counts_.size()) counts_.resize(other.counts_.size(), 0);
  for (std::size_t v = 0; v < other.counts_.size(); ++v) counts_[v] += other.counts_[v];
}

std::uint64_t Histogram::total() const { return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}); }

void Histogram::require(std::uint64_t observations) const {
  if (total() < observations) {
    throw std::invalid_argument("histogram: this statistic needs at least " + std::to_string(observations) +
                                " observations, there are " + std::to_string(total()));
  }
}

double Histogram::mean() const {
  require(1);
  long double sum = 0;
  for (std::size_t v = 0; v < counts_.size(); ++v) {
    sum += static_cast<long double>(v) * static_cast<long double>(counts_[v]);
  }
  return static_cast<double>(sum / static_cast<long double>(total()));
}

double Histogram::variance() const {
  require(2);
  // Two passes avoid the cancellation of sums of squares.
  const long double center = mean();
  long double sum = 0;
  for (std::size_t v = 0; v < counts_.size(); ++v) {
    const long double deviation = static_cast<long double>(v) - center;
    sum += deviation * deviation * static_cast<long double>(counts_[v]);
  }
  return static_cast<double>(sum / static_cast<long double>(total() - 1));
}

double Histogram::standard_error() const { return std::sqrt(variance() / static_cast<double>(total())); }

Histogram::Interval Histogram::ci95() const {
  const double half = kNormalQuantile * standard_error();
  return {mean() - half, mean() + half};
}

std::uint64_t Histogram::min() const {
  require(1);
  std::uint64_t v = 0;
  while (counts_[v] == 0) ++v;
  return v;
}

std::uint64_t Histogram::max() const {
  require(1);
  return counts_.size() - 1;
}

std::uint64_t Histogram::quantile(double q) const {
  if (!(q >= 0.0 && q <= 1.0)) {
    throw std::invalid_argument("histogram: quantile must be in [0, 1], not " + std::to_string(q));
  }
  require(1);
  // In double, 0.2 * 5 rounds to 1 as intended, although 0.2 is not stored exactly.
  const double wanted = q * static_cast<double>(total());
  std::uint64_t seen = 0;
  for (std::size_t v = 0; v < counts_.size(); ++v) {
    seen += counts_[v];
    if (seen > 0 && static_cast<double>(seen) >= wanted) return v;
  }
  return max();
}

}  // namespace superwarp::congestion
