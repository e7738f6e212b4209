#include "sim/congestion/polynomial_window.h"

#include <algorithm>

namespace superwarp::congestion {

void add_product(const WindowPolynomial& a, const WindowPolynomial& b, WindowPolynomial& sum) {
  for (std::size_t i = 0; i < a.coefficient.size(); ++i) {
    // b's x^j lands at x^(a_index + j): keep the j that fall into the window of the sum.
    const std::size_t shift = a.window.first + i;
    if (shift > sum.window.last) break;
    const std::size_t wanted = sum.window.first > shift ? sum.window.first - shift : 0;
    const std::size_t begin = std::max(wanted, b.window.first);
    const std::size_t end = std::min(sum.window.last - shift, b.window.last) + 1;
    if (begin >= end) continue;
    const double factor = a.coefficient[i];
    const double* from = b.coefficient.data() + (begin - b.window.first);
    double* to = sum.coefficient.data() + (begin + shift - sum.window.first);
    for (std::size_t j = 0; j < end - begin; ++j) to[j] += factor * from[j];
  }
}

}  // namespace superwarp::congestion
