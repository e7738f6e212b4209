// SPDX-License-Identifier: Apache-2.0
#include "tools/claims/super_warp/bank_load.h"

#include <algorithm>
#include <cmath>

#include "model/reference/random.h"

namespace superwarp::reproduce {
namespace {

/// Rows of `next()` requests each until all are placed.
template <class Next>
RowCounts fill(std::string name, std::uint32_t all, std::uint32_t width, Next next) {
  RowCounts rows{std::move(name), {}};
  for (std::uint32_t left = all; left > 0; left -= rows.requests.back()) {
    rows.requests.push_back(std::clamp<std::uint32_t>(next(left), 1, std::min(left, width)));
  }
  return rows;
}

}  // namespace

std::vector<RowCounts> row_counts(std::uint32_t width, std::uint32_t super_warp,
                                  std::uint64_t seed) {
  const std::uint32_t all = width * super_warp;
  std::vector<RowCounts> shapes;
  for (std::uint32_t each = 1; each <= width; each *= 2) {
    shapes.push_back(
        fill("rows of " + std::to_string(each), all, width, [=](std::uint32_t) { return each; }));
  }
  shapes.push_back(fill("half full rows, half single words", all, width,
                        [=](std::uint32_t left) { return left > all / 2 ? width : 1; }));
  shapes.push_back(fill("geometric", all, width, [](std::uint32_t left) { return left / 2; }));
  for (std::uint64_t draw = 0; draw < 4; ++draw) {
    std::uint64_t index = 0;
    const auto key = model::extend_key(model::extend_key(seed, 0x726f7773), draw);  // "rows"
    shapes.push_back(fill("random " + std::to_string(draw), all, width, [&](std::uint32_t) {
      return 1 + model::uniform_at(key, index++, width);
    }));
  }
  return shapes;
}

double tail_probability(const RowCounts& rows, std::uint32_t width, double bound) {
  // law[x] = P(X = x) of the rows so far, for x up to the bound; loads above it stay above it.
  std::vector<double> law(static_cast<std::size_t>(std::floor(bound)) + 1, 0.0);
  law[0] = 1;
  double above = 0;
  for (const std::uint32_t requests : rows.requests) {
    const double p = static_cast<double>(requests) / width;
    above += law.back() * p;
    for (std::size_t x = law.size() - 1; x > 0; --x) law[x] = law[x] * (1 - p) + law[x - 1] * p;
    law[0] *= 1 - p;
  }
  return above;
}

}  // namespace superwarp::reproduce
