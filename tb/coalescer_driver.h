// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/coalescing.h"
#include "sysc/coalescer_unit.h"

namespace superwarp::tb {

/// The transactions of the RTL's coalescer for a sequence of accesses.
struct CoalescerRun {
  std::vector<std::vector<Transaction>> transactions;  ///< of each access
  std::uint64_t cycles = 0;                            ///< from the first transaction to the last one taken
  /// The first failed assertion or broken port rule; it ended the run.
  std::optional<std::string> failure;
};

/// Resets `unit` and gives it `accesses` without gaps. `taken` is called every cycle: is a
/// transaction taken in it? (Empty: always.) It must not refuse forever. An access without active
/// threads has no transactions.
CoalescerRun run_coalescer(sysc::CoalescerUnit& unit, const std::vector<HalfWarpAccess>& accesses,
                           const std::function<bool()>& taken = {});

}  // namespace superwarp::tb
