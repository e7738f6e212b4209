// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace superwarp::attack {

/// Pearson's correlation of pairs, as they come. Differences to the first pair keep sums small.
class Correlation {
 public:
  void add(double x, double y) {
    if (count_ == 0) {
      first_x_ = x;
      first_y_ = y;
    }
    x -= first_x_;
    y -= first_y_;
    ++count_;
    x_ += x;
    y_ += y;
    xx_ += x * x;
    yy_ += y * y;
    xy_ += x * y;
  }

  /// 0 if x or y never changed.
  [[nodiscard]] double value() const {
    const double square = (count_ * xx_ - x_ * x_) * (count_ * yy_ - y_ * y_);
    return square > 0 ? (count_ * xy_ - x_ * y_) / std::sqrt(square) : 0;
  }

  /// Variance of x.
  [[nodiscard]] double variance() const {
    return count_ > 1 ? (xx_ - x_ * x_ / count_) / (count_ - 1) : 0;
  }

 private:
  double count_ = 0;
  double first_x_ = 0;
  double first_y_ = 0;
  double x_ = 0;
  double y_ = 0;
  double xx_ = 0;
  double yy_ = 0;
  double xy_ = 0;
};

}  // namespace superwarp::attack
