// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "language/machine.h"
#include "sim/cli/json.h"

namespace superwarp::cli {

/// A region or an array: the slots of the whole run with it off and on, the others as chosen. On
/// the machine, and on the DMM if that is another one.
struct AdvicePart {
  std::uint64_t first_row = 0;
  std::uint64_t end_row = 0;
  std::vector<double> off;
  std::vector<double> on;
  bool chosen = false;
  std::set<std::string> names;  ///< of arrays or source lines
};

/// Where a mapping is better on than off, with slots as above.
struct Advice {
  std::string name;
  Machine machine;
  std::uint32_t keys = 1;
  std::vector<double> off;  ///< with the mapping off everywhere
  std::vector<double> on;   ///< with the mapping on everywhere
  std::vector<double> chosen;
  std::vector<double> by_piece;  ///< if every array had regions of its own; empty: not known
  Regions regions;               ///< as chosen
  std::vector<AdvicePart> parts;
  std::vector<AdvicePart> pieces;
  std::string command;  ///< that uses the choice
};

std::string advice_table(const Advice& advice);

/// "superwarp.advise/1"
Json advice_json(const Advice& advice);

}  // namespace superwarp::cli
