// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "sim/congestion/cell.h"
#include "sim/congestion/pattern.h"
#include "sim/trace/trace_program.h"
#include "sysc/rtl_cache.h"

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
  void add_to(CLI::App& command);
};

/// The options, checked.
struct CongestionRequest {
  std::vector<congestion::CongestionCell> cells;
  std::string mapping;
  congestion::Pattern pattern;
  std::unique_ptr<trace::TraceProgram> trace;  ///< for a trace pattern
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

}  // namespace superwarp::cli
