// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/claims/grid.h"

/// \file
/// The load of a bank on the RSDMM: exactly, as in the proof of Theorem 6, and the mean congestion
/// of fixed accesses over keys, by model and RTL.

namespace superwarp::reproduce {

/// How the s*w requests of a super warp lie in rows: A(j) of them in row j, 1 <= A(j) <= w.
struct RowCounts {
  std::string name;
  std::vector<std::uint32_t> requests;  ///< A(j) of the rows that are accessed
};

/// Row counts from one extreme to the other, all of s*w requests: rows of their own, full rows,
/// halves, full rows and single words mixed, geometric, and random ones from `seed`.
std::vector<RowCounts> row_counts(std::uint32_t width, std::uint32_t super_warp, std::uint64_t seed);

/// P(X > bound) for the load X of one bank, a sum of independent trials with probabilities A(j)/w:
/// exactly, by convolution of the rows' laws; only positive terms, so tiny values
/// keep their digits.
double tail_probability(const RowCounts& rows, std::uint32_t width, double bound);

inline constexpr std::uint64_t kRekeyings = 200;

struct FixedAccess {
  std::string pattern;  ///< as `congestion --pattern` has it
  /// Words in rows of their own, for which the exact expectation is known; 0: they share rows.
  std::uint32_t own_rows = 0;
};

struct Setting {
  std::uint32_t width;
  std::uint32_t super_warp;
  bool rtl;
};

/// s = log w for w = 4, 8, .. 256; the RTL has those of 4, 16 and 32.
std::vector<Setting> full_super_warps();

/// The accesses to distinct words that hurt most on other machines, with n = (s w)^2 words: the
/// least in which a column access has rows of its own.
std::vector<FixedAccess> distinct_accesses(const Setting& setting);

/// All warps of a super warp read the diagonal of one w x w matrix: w words in rows of their own.
FixedAccess merging_access(const Setting& setting);

/// Those and this one.
std::vector<FixedAccess> all_accesses(const Setting& setting);

/// Congestion ratios of one access on one machine.
struct MeanRatio {
  Setting setting;
  std::string pattern;
  double bound = 0;
  std::optional<double> expected = {};
  double model = 0;
  double error = 0;
  double largest = 0;
  std::optional<double> rtl = {};

  /// The most that the expectation can reasonably be, over the bound.
  [[nodiscard]] double share() const;
  /// How many standard errors the means are off the exact expectation.
  [[nodiscard]] double deviation() const;
  [[nodiscard]] Figure figure() const;
};

MeanRatio mean_ratio(Laboratory& laboratory, const Setting& setting, const FixedAccess& access);

/// The exact expectations of the column accesses: "2.125 (w = 16)".
std::vector<std::string> column_ratios(const std::vector<MeanRatio>& results);

/// Holds if every expectation stays below its bound by 4 standard errors, and equals the exact one
/// where that is known. `why` says more of the results.
Check within_bound(const std::vector<Setting>& settings, std::vector<FixedAccess> (*accesses)(const Setting&),
                   const std::function<std::string(const std::vector<MeanRatio>&)>& why);

}  // namespace superwarp::reproduce
