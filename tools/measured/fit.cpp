// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/fit.h"

#include <numeric>

namespace superwarp::crosscheck {

std::optional<double> Constants::predict(double slots, double waits) const {
  double time = 0;
  if (slots != 0) {
    if (!per_slot) return std::nullopt;
    time += *per_slot * slots;
  }
  if (waits != 0) {
    if (!latency) return std::nullopt;
    time += *latency * waits;
  }
  return time;
}

std::optional<Constants> fit(const std::vector<FitPoint>& points) {
  // Normal equations of a * x + b * y = 1 with x = slots / measured, y = waits / measured.
  double xx = 0;
  double xy = 0;
  double yy = 0;
  double x1 = 0;
  double y1 = 0;
  for (const FitPoint& point : points) {
    const double x = point.slots / point.measured;
    const double y = point.waits / point.measured;
    xx += x * x;
    xy += x * y;
    yy += y * y;
    x1 += x;
    y1 += y;
  }
  if (xx == 0 && yy == 0) return std::nullopt;
  if (yy == 0) return Constants{x1 / xx, std::nullopt};
  if (xx == 0) return Constants{std::nullopt, y1 / yy};
  const double determinant = xx * yy - xy * xy;
  constexpr double kAlike = 1e-9;
  if (determinant <= kAlike * xx * yy) return std::nullopt;
  return Constants{(x1 * yy - y1 * xy) / determinant, (y1 * xx - x1 * xy) / determinant};
}

std::optional<double> r_squared(const std::vector<double>& measured, const std::vector<double>& predicted) {
  constexpr std::size_t kFewest = 5;  // meaningless for fewer points
  if (measured.size() < kFewest) return std::nullopt;
  const double mean = std::accumulate(measured.begin(), measured.end(), 0.0) / static_cast<double>(measured.size());
  double residual = 0;
  double total = 0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    residual += (measured[i] - predicted[i]) * (measured[i] - predicted[i]);
    total += (measured[i] - mean) * (measured[i] - mean);
  }
  if (total == 0) return std::nullopt;
  return 1 - residual / total;
}

}  // namespace superwarp::crosscheck
