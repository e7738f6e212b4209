#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/reproduce/super_warp/transpose_runs.h"

/// \file
/// The transposes on the RSDMM with s = log w, under re-keyings (Theorem 8).

namespace superwarp::reproduce {

/// One size under re-keyings; times for one p and l, the rest follows by Lemma 1.
struct RsdmmTransposePoint {
  Experiment experiment;
  std::optional<double> expected;  ///< exact expected time units, where the law is known
  double model = 0;                ///< mean time units
  std::optional<double> rtl;
  double error = 0;    ///< standard error of the mean, from the re-keyings
  double largest = 0;  ///< of time / (n/w + nl/p) over p and l, by the model's mean
  std::optional<double> largest_rtl;
};

struct RsdmmTranspose {
  std::vector<RsdmmTransposePoint> points;
  double constant = 0;  ///< that Theorem 6 gives
  double largest_model = 0;
  std::optional<double> largest_rtl;
};

/// Re-keyings of every run of Theorem 8's check.
inline constexpr std::uint64_t kTheorem8Rekeyings = 200;

/// Takes the samples on the first call for a kind; the laboratory keeps them.
RsdmmTranspose rsdmm_transpose(Laboratory& laboratory, TransposeKind kind);

}  // namespace superwarp::reproduce
