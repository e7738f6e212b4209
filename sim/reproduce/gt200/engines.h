// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "language/coalescing.h"
#include "language/program.h"
#include "sim/reproduce/claim.h"
#include "sim/reproduce/laboratory.h"

/// \file
/// The GT200's two units by all engines, as its claims use them.

namespace superwarp::reproduce {

/// What one engine made of a set of accesses to global memory.
struct Coalesced {
  std::vector<std::vector<Transaction>> transactions;  ///< of each access

  [[nodiscard]] std::uint64_t count() const;
  [[nodiscard]] std::uint64_t bytes() const;
  /// {"transactions": ..., "bytes": ...}
  [[nodiscard]] Figure figure() const;
};

struct CoalescedByAll {
  Coalesced text;  ///< the text's protocol, taken literally
  Coalesced model;
  Coalesced rtl;

  [[nodiscard]] bool agree() const;
};

/// `accesses` by the text's protocol, the model and the RTL. What differs is noted in the
/// laboratory under `name`.
CoalescedByAll coalesced(Laboratory& laboratory, const std::vector<HalfWarpAccess>& accesses,
                         const std::string& name);

/// A finding with the three of them as its figures.
Finding coalescing_finding(const CoalescedByAll& all);

/// The shared memory of the GT200: 16 banks, latency 1, so that time units are steps in the
/// asynchronous schedule.
Machine gt200_machine();

/// The steps of one access to shared memory, by text, model and RTL.
struct Steps {
  std::uint32_t text = 0;
  std::uint64_t model = 0;
  std::uint64_t rtl = 0;

  [[nodiscard]] bool are(std::uint64_t steps) const {
    return text == steps && model == steps && rtl == steps;
  }
};

/// Steps of a half-warp that reads `address`.
Steps shared_steps(Laboratory& laboratory, const std::vector<Address>& address);

}  // namespace superwarp::reproduce
