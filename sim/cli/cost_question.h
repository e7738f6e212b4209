// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "sim/cost/cost.h"

namespace superwarp::cli {

/// Said with every figure of a cost.
inline constexpr const char* kLeftOutOfCosts =
    "wires, the clock tree and the banks' words (SRAM macros, seen as ports) are not in these "
    "figures";

/// How a memory unit is costed, as typed.
struct CostSettings {
  std::uint64_t rows = 1024;
  std::uint64_t data_bits = 32;
  std::string library = cost::libraries().front().name;
  std::uint64_t limit = 600;

  /// Declares them on `command`.
  void add_to(CLI::App& command);

  /// Of each tool's run.
  [[nodiscard]] cost::Costing::Limits limits() const;

  /// The cells. Throws UsageError for a name that is none, and for what no unit can have: rows,
  /// bits of a word, a limit.
  [[nodiscard]] const cost::Library& parse() const;
};

/// What is to be costed of `machine`, in the RTL of `rtl_dir` (empty: the repository's). Throws
/// UsageError for what there is no hardware of.
cost::Design cost_design(Machine machine, const CostSettings& settings, const std::string& rtl_dir);

}  // namespace superwarp::cli
