// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/exact.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace superwarp::congestion {
namespace {

// The formula of exact.h, rescaled so that every number is a probability. Give every bank an
// independent Poisson(s) number j of requests; conditioned on a total of K = s w this is the
// multinomial law of K uniform banks. With
//   h_d(x) = sum_j Poisson_s(j) P(j requests hit d distinct of m rows) x^j   and   g_c = h_0 + ...
//   + h_c,
// P(congestion <= c) = [x^K] g_c^w / Poisson_K(K). (C(m,d) (e^x - 1)^d is h_d up to the scale x ->
// s x / m, e^-s.)
//
// Every coefficient of g_c^k is at most that of Poisson(s k). So powers are kept in windows that
// hold all but 1e-24 of Poisson(s k), which changes the result by less than 1e-19.

constexpr double kDropExponent = 55;  // e^-55 < 2e-24: mass that a window may lose
constexpr double kSkipBelow = 1e-18;  // P(congestion <= c) below this is reported as 0
constexpr double kStopBelow = 1e-16;  // sum of the omitted probabilities

// The indices [first, last] of the kept coefficients.
struct Window {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t length() const { return last - first + 1; }
};

// Consecutive coefficients of a polynomial with nonnegative coefficients; the others count as 0.
struct WindowPolynomial {
  Window window;
  std::vector<double> coefficient;  // coefficient[i] belongs to x^(window.first + i)
};

// Adds a * b to `sum`, restricted to the window of `sum`.
void add_product(const WindowPolynomial& a, const WindowPolynomial& b, WindowPolynomial& sum) {
  for (std::size_t i = 0; i < a.coefficient.size(); ++i) {
    // b's x^j contributes to x^(shift + j): keep the j within the sum's window.
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

// Chernoff: P(Poisson(r) >= r + t) <= exp(-t^2 / (2 (r + t/3))), and the lower tail is lighter.
Window poisson_window(double rate, std::size_t degree) {
  const double third = kDropExponent / 3;
  const double spread = third + std::sqrt(third * third + 2 * kDropExponent * rate);
  const double low = std::max(0.0, std::floor(rate - spread));
  const double high = std::min(static_cast<double>(degree), std::ceil(rate + spread));
  return {static_cast<std::size_t>(low), static_cast<std::size_t>(high)};
}

// Poisson_K(K) = prod_{i=1..K} K / (i e), multiplied in an order that keeps the product near 1.
double poisson_mode(unsigned k) {
  const double scale = k / std::exp(1.0);
  double product = 1;
  for (unsigned small = 1, large = k; small <= large;) {
    product *= scale / (product < 1 ? small++ : large--);
  }
  return product;
}

// table[d] = h_d, for d = 0 .. largest d that can occur within the window of one bank.
std::vector<WindowPolynomial> bank_polynomials(const CongestionCell& cell) {
  const Window window = poisson_window(cell.super_warp, cell.requests());
  const auto rows = static_cast<double>(cell.rows());
  const auto distinct = static_cast<std::size_t>(std::min<std::uint64_t>(window.last, cell.rows()));
  std::vector<WindowPolynomial> table(distinct + 1, {{0, window.last}, std::vector<double>(window.last + 1, 0)});
  // occupied[d] = P(the first j requests of a bank hit d distinct rows).
  std::vector<double> occupied(distinct + 1, 0);
  occupied[0] = 1;
  double poisson = std::exp(-static_cast<double>(cell.super_warp));
  for (std::size_t j = 0;;) {
    for (std::size_t d = 0; d <= distinct; ++d) table[d].coefficient[j] = poisson * occupied[d];
    if (++j > window.last) return table;
    poisson *= static_cast<double>(cell.super_warp) / static_cast<double>(j);
    for (std::size_t d = distinct; d > 0; --d) {
      occupied[d] = occupied[d] * (static_cast<double>(d) / rows) +
                    occupied[d - 1] * ((rows - static_cast<double>(d - 1)) / rows);
    }
    occupied[0] = 0;
  }
}

double sum_of(const WindowPolynomial& p) { return std::accumulate(p.coefficient.begin(), p.coefficient.end(), 0.0); }

WindowPolynomial sum_of(const WindowPolynomial& a, const WindowPolynomial& b, double times_a) {
  WindowPolynomial sum = b;  // both have the same window
  for (std::size_t i = 0; i < sum.coefficient.size(); ++i) {
    sum.coefficient[i] += times_a * a.coefficient[i];
  }
  return sum;
}

// u^k and (u + v)^k - u^k. The difference is built from positive terms, so even a small
// P(congestion = c) keeps its relative precision.
struct PowerPair {
  WindowPolynomial power;
  WindowPolynomial gain;
};

PowerPair empty_pair(const Window& window) {
  const WindowPolynomial zero{window, std::vector<double>(window.length(), 0)};
  return {zero, zero};
}

PowerPair squared(const PowerPair& p, const Window& window) {
  PowerPair result = empty_pair(window);
  add_product(p.power, p.power, result.power);
  add_product(p.gain, sum_of(p.power, p.gain, 2), result.gain);
  return result;
}

PowerPair multiplied(const PowerPair& p, const PowerPair& base, const Window& window) {
  PowerPair result = empty_pair(window);
  add_product(base.power, p.power, result.power);
  add_product(base.power, p.gain, result.gain);
  add_product(base.gain, sum_of(p.power, p.gain, 1), result.gain);
  return result;
}

// [x^K] ((u + v)^w - u^w) by repeated squaring from the leading bit of w.
double last_gain(const PowerPair& base, const CongestionCell& cell) {
  const auto window = [&cell](unsigned exponent) {
    const std::size_t degree = cell.requests();
    if (exponent == cell.width) return Window{degree, degree};  // only this coefficient is wanted
    return poisson_window(static_cast<double>(cell.super_warp) * exponent, degree);
  };
  unsigned bit = 1;
  while (bit * 2 <= cell.width) bit *= 2;
  PowerPair pair = base;
  unsigned exponent = 1;
  while (bit /= 2) {
    exponent *= 2;
    pair = squared(pair, window(exponent));
    if (cell.width & bit) {
      ++exponent;
      pair = multiplied(pair, base, window(exponent));
    }
  }
  return pair.gain.coefficient.front();
}

}  // namespace

ExactCongestion exact_congestion(const CongestionCell& cell) {
  validate(cell);
  const std::vector<WindowPolynomial> table = bank_polynomials(cell);
  const double scale = 1 / poisson_mode(cell.requests());

  // rest[c] bounds P(congestion > c) by the union over the banks.
  std::vector<double> rest(table.size(), 0);
  for (std::size_t c = table.size() - 1; c > 0; --c) {
    rest[c - 1] = rest[c] + cell.width * scale * sum_of(table[c]);
  }

  ExactCongestion result;
  PowerPair base = empty_pair(table[0].window);
  for (std::size_t c = 0; c < table.size(); ++c) {
    base.gain = table[c];  // and base.power = h_0 + ... + h_(c-1)
    const WindowPolynomial both = sum_of(base.power, base.gain, 1);
    // [x^K] g^w <= g(1)^w.
    const bool negligible = std::pow(sum_of(both), cell.width) * scale < kSkipBelow;
    result.probability.push_back(negligible ? 0 : last_gain(base, cell) * scale);
    base.power = both;
    if (rest[c] < kStopBelow) break;
  }
  for (std::size_t c = 0; c < result.probability.size(); ++c) {
    result.mean += static_cast<double>(c) * result.probability[c];
  }
  for (std::size_t c = 0; c < result.probability.size(); ++c) {
    const double deviation = static_cast<double>(c) - result.mean;
    result.variance += deviation * deviation * result.probability[c];
  }
  return result;
}

}  // namespace superwarp::congestion
