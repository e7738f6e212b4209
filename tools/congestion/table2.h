// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "tools/congestion/cell.h"

namespace superwarp::congestion {

// Table II of the super-warp paper ("Super Warp Architecture with Random Address Shift", section
// VI), as printed, and its formulas. log is to base 2.

/// One printed cell: the congestion ratio E/s of 1,000,000 rounds, three decimals.
struct PrintedCell {
  CongestionCell cell;
  double ratio = 0;
};

/// The 100 printed cells: size (1024, 2^20), then super warp (1..10), then width (16..256),
/// ascending.
const std::array<PrintedCell, 100>& printed_cells();

/// The printed ratio of a cell, nullopt if it is not in the table.
std::optional<double> printed_ratio(const CongestionCell& cell);

/// The printed column f_w(s)/(e s), three decimals; nullopt if it is not in the table. It is not a
/// bound: at w = 32, s = 5, n = 2^20 the exact ratio is 2.029 and the column has 2.000.
std::optional<double> printed_column(unsigned width, unsigned super_warp);

/// f_w(s) = 2e (log s + 1) log w / (log log w + 1) of section V.
/// Throws std::invalid_argument unless width >= 2 and super_warp >= 1.
double f_w(unsigned width, unsigned super_warp);

/// f_w(s) / (e s), the formula of the printed column (its heading omits the s). Throws like f_w().
double printed_column_formula(unsigned width, unsigned super_warp);

/// The proven upper bound on E/s for any access: f_w(s)/s + w^(2-2e), from Lemma 5 (P[X > f_w(s)] <
/// w^(-2e)), a union over the w banks, and congestion <= s w. nullopt outside the proven range
/// 2 <= s <= log w, w >= 4.
std::optional<double> proven_bound(unsigned width, unsigned super_warp);

}  // namespace superwarp::congestion
