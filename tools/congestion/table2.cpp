// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/table2.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string>

namespace superwarp::congestion {
namespace {

constexpr std::size_t kWidths = 5;
constexpr std::size_t kSuperWarps = 10;
constexpr std::array<unsigned, kWidths> kWidth = {16, 32, 64, 128, 256};
constexpr std::array<std::uint64_t, 2> kSize = {1024, 1048576};
constexpr double kEuler = 2.718281828459045;

// Rows s = 1..10, columns w = 16, 32, 64, 128, 256, as in the paper.
using Rows = std::array<std::array<double, kWidths>, kSuperWarps>;

constexpr std::array<Rows, 2> kRatio = {Rows{{{3.038, 3.433, 3.714, 3.808, 3.458},
                                              {2.358, 2.574, 2.678, 2.572, 1.999},
                                              {2.064, 2.201, 2.217, 2.016, 1.333},
                                              {1.888, 1.975, 1.936, 1.674, 1.000},
                                              {1.766, 1.819, 1.738, 1.438, 0.800},
                                              {1.675, 1.700, 1.587, 1.256, 0.667},
                                              {1.603, 1.604, 1.466, 1.118, 0.571},
                                              {1.542, 1.526, 1.365, 0.996, 0.500},
                                              {1.492, 1.458, 1.279, 0.889, 0.444},
                                              {1.448, 1.399, 1.204, 0.800, 0.400}}},
                                        Rows{{{3.080, 3.533, 3.959, 4.379, 4.766},
                                              {2.416, 2.708, 2.982, 3.246, 3.494},
                                              {2.134, 2.363, 2.576, 2.778, 2.971},
                                              {1.970, 2.163, 2.342, 2.511, 2.671},
                                              {1.861, 2.029, 2.186, 2.333, 2.472},
                                              {1.781, 1.932, 2.072, 2.205, 2.329},
                                              {1.719, 1.857, 1.986, 2.106, 2.218},
                                              {1.670, 1.798, 1.917, 2.027, 2.131},
                                              {1.629, 1.749, 1.859, 1.963, 2.059},
                                              {1.595, 1.708, 1.812, 1.909, 1.999}}}};

constexpr Rows kColumn = {{{2.667, 3.010, 3.347, 3.677, 4.000},
                           {2.667, 3.010, 3.347, 3.677, 4.000},
                           {2.298, 2.594, 2.884, 3.168, 3.447},
                           {2.000, 2.258, 2.510, 2.758, 3.000},
                           {1.772, 2.000, 2.224, 2.443, 2.658},
                           {1.593, 1.799, 2.000, 2.197, 2.390},
                           {1.450, 1.637, 1.821, 2.000, 2.176},
                           {1.333, 1.505, 1.674, 1.839, 2.000},
                           {1.236, 1.395, 1.551, 1.704, 1.853},
                           {1.153, 1.301, 1.447, 1.589, 1.729}}};

std::array<PrintedCell, 100> make_cells() {
  std::array<PrintedCell, 100> cells;
  std::size_t next = 0;
  for (std::size_t n = 0; n < 2; ++n) {
    for (std::size_t s = 0; s < kSuperWarps; ++s) {
      for (std::size_t w = 0; w < kWidths; ++w) {
        cells[next++] = {{kWidth[w], static_cast<unsigned>(s + 1), kSize[n]}, kRatio[n][s][w]};
      }
    }
  }
  return cells;
}

}  // namespace

const std::array<PrintedCell, 100>& printed_cells() {
  static const std::array<PrintedCell, 100> cells = make_cells();
  return cells;
}

std::optional<double> printed_ratio(const CongestionCell& cell) {
  for (const PrintedCell& printed : printed_cells()) {
    if (printed.cell.width == cell.width && printed.cell.super_warp == cell.super_warp &&
        printed.cell.size == cell.size) {
      return printed.ratio;
    }
  }
  return std::nullopt;
}

std::optional<double> printed_column(unsigned width, unsigned super_warp) {
  if (super_warp < 1 || super_warp > kSuperWarps) return std::nullopt;
  for (std::size_t w = 0; w < kWidths; ++w) {
    if (kWidth[w] == width) return kColumn[super_warp - 1][w];
  }
  return std::nullopt;
}

double f_w(unsigned width, unsigned super_warp) {
  if (width < 2 || super_warp < 1) {
    throw std::invalid_argument("f_w(s) needs w >= 2 and s >= 1, not w = " + std::to_string(width) +
                                ", s = " + std::to_string(super_warp));
  }
  const double log_w = std::log2(static_cast<double>(width));
  const double log_s = std::log2(static_cast<double>(super_warp));
  return 2 * kEuler * (log_s + 1) * log_w / (std::log2(log_w) + 1);
}

double printed_column_formula(unsigned width, unsigned super_warp) {
  return f_w(width, super_warp) / (kEuler * super_warp);
}

std::optional<double> proven_bound(unsigned width, unsigned super_warp) {
  // s <= log w without rounding: 2^s <= w.
  const bool proven = width >= 4 && super_warp >= 2 && super_warp < 32 && (std::uint64_t{1} << super_warp) <= width;
  if (!proven) return std::nullopt;
  return f_w(width, super_warp) / super_warp + std::pow(static_cast<double>(width), 2 - 2 * kEuler);
}

}  // namespace superwarp::congestion
