// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/machine/coalescing.h"
#include "model/machine/program.h"
#include "tools/claims/claim.h"
#include "tools/claims/laboratory.h"

/// \file
/// The GT200's two units on all engines, for its claims.

namespace superwarp::reproduce {

/// The transactions that one engine made of some accesses to global memory.
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

/// Runs `accesses` by the text's protocol, the model and the RTL. The laboratory notes differences
/// under `name`.
CoalescedByAll coalesced(Laboratory& laboratory, const std::vector<HalfWarpAccess>& accesses,
                         const std::string& name);

/// A finding on what text (as closed form), model and RTL made, with a figure of each.
Finding by_all(const Figure& parameters, const CoalescedByAll& all,
               const std::function<Figure(const Coalesced&)>& figure, const std::string& figures,
               bool so, const std::string& why);

/// The shared memory of the GT200: 16 banks. Latency 1 makes time units steps.
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
