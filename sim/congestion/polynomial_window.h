#pragma once

#include <cstddef>
#include <vector>

namespace superwarp::congestion {

/// The indices [first, last] of the coefficients that are kept.
struct Window {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t length() const { return last - first + 1; }
};

/// Consecutive coefficients of a polynomial with nonnegative coefficients; all others count as
/// zero.
struct WindowPolynomial {
  Window window;
  std::vector<double> coefficient;  ///< coefficient[i] belongs to x^(window.first + i)
};

/// Adds a * b to `sum`, restricted to the window of `sum`.
void add_product(const WindowPolynomial& a, const WindowPolynomial& b, WindowPolynomial& sum);

}  // namespace superwarp::congestion
