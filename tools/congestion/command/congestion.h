// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "model/machine/program.h"
#include "sim/cli/app.h"
#include "sim/cli/json.h"
#include "sim/cli/session.h"
#include "sysc/rtl_cache.h"
#include "tools/congestion/cell.h"
#include "tools/congestion/exact.h"
#include "tools/congestion/histogram.h"
#include "tools/congestion/pattern.h"
#include "tools/congestion/rekeying.h"

namespace superwarp::cli {

/// The options of `congestion`, unchecked.
struct CongestionOptions {
  std::string widths;
  std::string super_warps;
  std::string sizes;
  std::string mapping = "identity";
  std::string pattern = "uniform";
  std::string engines = "exact,monte-carlo";
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> rtl_rounds;
  std::uint64_t seed = 1;
  std::uint64_t jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string json;
  std::string rtl_dir;

  /// Declares the options on `command`.
  void add_to(App& command);
};

/// The options, checked.
struct CongestionRequest {
  std::vector<congestion::CongestionCell> cells;
  std::string mapping;
  congestion::Pattern pattern;
  std::vector<std::shared_ptr<const Program>> traces;  ///< of a trace pattern, by cell
  bool exact = false;
  bool monte_carlo = false;
  bool rtl = false;
  std::uint64_t rounds = 0;      ///< Monte Carlo: rounds, or re-keyings of a fixed pattern
  std::uint64_t rtl_rounds = 0;  ///< RTL: rounds, or re-keyings of a fixed pattern
  std::uint64_t seed = 1;
  unsigned jobs = 1;
  sysc::RtlConfig rtl_config;
};

/// Throws UsageError or std::invalid_argument with the option and what it accepts.
CongestionRequest congestion_request(const CongestionOptions& options);

/// What one engine found by sampling, as ratios: congestion / s.
struct Sampled {
  std::uint64_t rounds = 0;  ///< rounds, or re-keyings of a fixed pattern
  double mean = 0;
  std::optional<double> error;  ///< standard error of the mean; unknown after a single round
  double p99 = 0;
  double max = 0;
  congestion::Histogram dispatches;  ///< congestion (not ratio) of every dispatch

  [[nodiscard]] std::optional<double> ci95() const {
    return error ? std::optional<double>(congestion::kNormalQuantile * *error) : std::nullopt;
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
  [[nodiscard]] std::shared_ptr<const Program> program_of(const congestion::CongestionCell& cell) const;

  const CongestionRequest& request_;
  RtlEngine engine_;
  double seconds_ = 0;
  double requests_ = 0;
};

/// "superwarp.congestion/1" of docs/spec/command-line.md. Keys may be added, never renamed.
Json congestion_json(const CongestionRequest& request, const std::string& pattern,
                     const std::vector<CellResult>& results, const CongestionEngines& engines, double seconds);

/// The same as a table with one line per cell, like Table II.
std::string congestion_table(const CongestionRequest& request, const std::string& pattern,
                             const std::vector<CellResult>& results);

/// The largest deviations and the speed.
std::string congestion_summary(const std::vector<CellResult>& results, const CongestionEngines& engines);

/// Reports samples that cannot come from the exact law. Returns the exit status.
int report_congestion_disagreement(const std::vector<CellResult>& results);

}  // namespace superwarp::cli
