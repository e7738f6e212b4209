// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <vector>

#include "tools/claims/claim.h"

/// \file
/// How many claims hold, and how badly the others fail.

namespace superwarp::reproduce {

/// Claims by verdict.
struct Tally {
  std::string of;  ///< a paper, or a ledger
  std::size_t claims = 0;
  std::size_t hold = 0;
  std::array<std::size_t, kWeights> fail{};  ///< by weight
  std::size_t not_checked = 0;

  void add(const Claim& claim, Verdict verdict);
};

/// The tallies that `superwarp reproduce` ends with.
struct Tallies {
  std::vector<Tally> printed;  ///< a paper each, in the order of its first claim
  Tally all_printed{"printed"};
  Tally repaired{"repaired"};
  Tally project{"the project's own"};

  void add(const Claim& claim, Verdict verdict);
};

/// The tallies as a table: a line for each paper, their sum, and a line for each other ledger.
std::string tally_table(const Tallies& tallies);

/// An object for each line: of, claims, hold, fail by weight, not_checked.
Figure tally_json(const Tallies& tallies);

}  // namespace superwarp::reproduce
