// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace superwarp::attack {

/// Pearson's correlations of kMany quantities x with one y, as they come. Differences to the first
/// ones keep sums small.
template <std::size_t kMany>
class Correlations {
 public:
  using Values = std::array<double, kMany>;

  void add(const Values& x, double y) {
    if (count_ == 0) {
      first_x_ = x;
      first_y_ = y;
    }
    y -= first_y_;
    ++count_;
    y_ += y;
    yy_ += y * y;
    for (std::size_t i = 0; i < kMany; ++i) {
      const double difference = x[i] - first_x_[i];
      x_[i] += difference;
      xx_[i] += difference * difference;
      xy_[i] += difference * y;
    }
  }

  /// 0 if x or y never changed.
  [[nodiscard]] Values values() const {
    Values result{};
    for (std::size_t i = 0; i < kMany; ++i) {
      const double square = (count_ * xx_[i] - x_[i] * x_[i]) * (count_ * yy_ - y_ * y_);
      if (square > 0) result[i] = (count_ * xy_[i] - x_[i] * y_) / std::sqrt(square);
    }
    return result;
  }

  /// Variance of x[i].
  [[nodiscard]] double variance(std::size_t i) const {
    return count_ > 1 ? (xx_[i] - x_[i] * x_[i] / count_) / (count_ - 1) : 0;
  }

 private:
  double count_ = 0;
  Values first_x_{};
  double first_y_ = 0;
  Values x_{};
  double y_ = 0;
  Values xx_{};
  double yy_ = 0;
  Values xy_{};
};

}  // namespace superwarp::attack
