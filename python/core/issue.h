// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "superwarp/superwarp.h"

namespace superwarp::python {

/// Those of the issue stage among the arguments of Machine().
struct IssueArguments {
  std::optional<std::uint32_t> sub_cores = {};
  std::string order = order_name(Issue());
  std::string wait = wait_name(Issue());
  std::uint32_t instructions = Issue().instructions;
  std::uint32_t places = Issue().places;
};

/// Gives `machine` the issue stage that they describe, if they do. Throws std::invalid_argument for
/// a word or a number that there is not.
void set_issue(Machine& machine, const IssueArguments& given);

}  // namespace superwarp::python
