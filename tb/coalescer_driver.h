// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "language/coalescing.h"
#include "sysc/coalescer_unit.h"

namespace superwarp::tb {

/// What the RTL's coalescer made of a sequence of accesses.
struct CoalescerRun {
  std::vector<std::vector<Transaction>> transactions;  ///< of each access
  std::uint64_t cycles = 0;  ///< from the first transaction to the last one taken
  /// The first failed assertion or broken rule of the ports; the run was stopped there.
  std::optional<std::string> failure;
};

/// Resets `unit` and gives it `accesses`, one behind another without a gap. `taken` says of each
/// cycle whether a transaction is taken in it (empty: always); it must not refuse for ever. An
/// access of no active thread has no transactions.
CoalescerRun run_coalescer(sysc::CoalescerUnit& unit, const std::vector<HalfWarpAccess>& accesses,
                           const std::function<bool()>& taken = {});

}  // namespace superwarp::tb
