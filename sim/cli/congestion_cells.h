// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "sim/cli/congestion_request.h"
#include "sim/cli/rtl_engine.h"
#include "sim/congestion/exact.h"
#include "sim/congestion/histogram.h"
#include "sim/congestion/rekeying.h"

namespace superwarp::cli {

/// What one engine found by sampling, as ratios: congestion / s.
struct Sampled {
  std::uint64_t rounds = 0;  ///< rounds, or re-keyings of a fixed pattern
  double mean = 0;
  std::optional<double> error;  ///< standard error of the mean; unknown after a single round
  double p99 = 0;
  double max = 0;
  congestion::Histogram dispatches;  ///< congestion (not ratio) of every dispatch

  static constexpr double kNormalQuantile = 1.959963984540054;  // of 0.975
  [[nodiscard]] std::optional<double> ci95() const {
    return error ? std::optional<double>(kNormalQuantile * *error) : std::nullopt;
  }
};

/// The ratios of one cell by every engine, and the printed ones.
struct CellResult {
  congestion::CongestionCell cell;
  std::optional<double> printed;
  std::optional<congestion::ExactCongestion> exact;
  double printed_f = 0;
  std::optional<double> bound;
  std::optional<Sampled> monte_carlo;
  std::optional<Sampled> rtl;

  [[nodiscard]] std::optional<double> exact_ratio() const {
    return exact ? std::optional<double>(exact->mean / cell.super_warp) : std::nullopt;
  }
  /// Standard error of the mean ratio over `rounds` rounds, from the exact variance.
  [[nodiscard]] double exact_error(std::uint64_t rounds) const {
    return std::sqrt(exact->variance / static_cast<double>(rounds)) / cell.super_warp;
  }
};

/// Computes cells.
class CongestionEngines {
 public:
  /// `request` must outlive it.
  explicit CongestionEngines(const CongestionRequest& request);

  /// Called with the share of a cell that is done.
  using Done = std::function<void(double)>;

  /// Throws EnginesDisagree if the RTL differs from the model.
  CellResult compute(const congestion::CongestionCell& cell, const Done& done);

  /// Wall clock and requests of the Monte Carlo simulation so far.
  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] double requests() const { return requests_; }

 private:
  Sampled monte_carlo(const congestion::CongestionCell& cell, const Done& done);
  /// nullopt if there is no RTL of this machine.
  std::optional<Sampled> rtl(const congestion::CongestionCell& cell, const Done& done);
  [[nodiscard]] std::shared_ptr<const Program> program_of(
      const congestion::CongestionCell& cell) const;

  const CongestionRequest& request_;
  RtlEngine engine_;
  double seconds_ = 0;
  double requests_ = 0;
};

}  // namespace superwarp::cli
