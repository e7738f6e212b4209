// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/claims/claim.h"
#include "tools/claims/laboratory.h"
#include "tools/gt200/patterns.h"

/// \file
/// The GT200's two units on all engines, for its claims.

namespace superwarp::reproduce {

/// The same by the text's procedure (as closed form), by model and RTL.
template <class Value>
struct ByEngine {
  Value text{};
  Value model{};
  Value rtl{};

  /// Enters `figure` of each into the figures of `finding`, below `key` if there is one.
  template <class Of>
  void enter(Finding& finding, Of figure, const std::string& key = "") const {
    const auto at = [&](Figure& engine) -> Figure& { return key.empty() ? engine : engine[key]; };
    at(finding.closed) = figure(text);
    at(finding.model) = figure(model);
    at(finding.rtl) = figure(rtl);
  }
};

/// The transactions of some accesses to global memory.
struct CoalescedByAll : ByEngine<gt200::Coalesced> {
  [[nodiscard]] bool agree() const {
    return model.transactions == text.transactions && rtl.transactions == text.transactions;
  }
};

/// {"transactions": ..., "bytes": ...}
Figure totals(const gt200::Coalesced& engine);

/// Runs `accesses` by the text's protocol, the model and the RTL. The laboratory notes differences
/// under `name`.
CoalescedByAll coalesced(Laboratory& laboratory, const std::vector<HalfWarpAccess>& accesses, const std::string& name);

/// The shared memory of the GT200: 16 banks. Latency 1 makes time units steps.
Machine gt200_machine();

/// Steps of a half-warp that reads `address` in shared memory.
using Steps = ByEngine<std::uint64_t>;
Steps shared_steps(Laboratory& laboratory, const std::vector<Address>& address);
inline bool are(const Steps& s, std::uint64_t steps) { return s.text == steps && s.model == steps && s.rtl == steps; }

}  // namespace superwarp::reproduce
