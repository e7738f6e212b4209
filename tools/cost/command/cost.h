// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/cli/app.h"
#include "tools/cost/cost.h"

namespace superwarp::cli {

/// Printed with every cost.
inline constexpr const char* kLeftOutOfCosts =
    "wires, the clock tree and the banks' words (SRAM macros, seen as ports) are not in these "
    "figures";

/// How a memory unit is costed, unchecked.
struct CostSettings {
  std::uint64_t rows = 1024;
  std::uint64_t data_bits = 32;
  std::string library = cost::libraries().front().name;
  std::uint64_t limit = 600;

  /// Declares the options on `command`.
  void add_to(App& command);

  /// The limits of each tool's run.
  [[nodiscard]] cost::Costing::Limits limits() const;

  /// The cells. Throws UsageError for an unknown library, or invalid rows, word bits or limit.
  [[nodiscard]] const cost::Library& parse() const;
};

/// The design of `machine` in the RTL of `rtl_dir` (empty: the repository's). Throws UsageError if
/// there is no such hardware.
cost::Design cost_design(Machine machine, const CostSettings& settings, const std::string& rtl_dir);

}  // namespace superwarp::cli
