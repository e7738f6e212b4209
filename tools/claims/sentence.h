// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/claims/laboratory.h"

/// \file
/// Sentences that give or imply a number which a run has too: most slips of print.

namespace superwarp::reproduce {

using Dispatches = std::vector<Dispatch>;

/// A number in a sentence, and how a run counts the same.
struct Sentence {
  std::function<std::unique_ptr<Program>()> program;
  Machine machine;
  std::uint64_t printed;
  std::function<std::uint64_t(const Dispatches&)> counted;
  std::string of;   ///< what is counted: "warps take turns"
  std::string why;  ///< what is meant
};

/// Holds if model and RTL count what is printed.
Check counted(const Sentence& sentence);

/// The largest super warp of a run, plus one.
std::uint64_t warps_of(const Dispatches& dispatches);
/// Distinct values of `value` over all requests for which it has one.
std::uint64_t distinct(const Dispatches& dispatches,
                       const std::function<std::optional<std::uint64_t>(Address)>& value);

}  // namespace superwarp::reproduce
