// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/claims/grid.h"

/// \file
/// Fixed accesses on the RSDMM: the mean congestion over keys, by model and RTL.

namespace superwarp::reproduce {

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

/// The accesses of one machine.
using Accesses = std::function<std::vector<FixedAccess>(const Setting&)>;

/// Holds if every expectation stays below its bound by 4 standard errors, and equals the exact one
/// where that is known. `why` says more of the results.
Check within_bound(const std::vector<Setting>& settings, const Accesses& accesses,
                   const std::function<std::string(const std::vector<MeanRatio>&)>& why);

}  // namespace superwarp::reproduce
