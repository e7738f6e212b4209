// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "superwarp/superwarp.h"

namespace superwarp::python {

/// The arguments of Machine() for the issue stage.
struct IssueArguments {
  std::optional<std::uint32_t> sub_cores = {};
  std::string order = order_name(Issue());
  std::string wait = wait_name(Issue());
  std::uint32_t instructions = Issue().instructions;
  std::uint32_t places = Issue().places;
};

/// Gives `machine` the issue stage that they describe, if they do. Throws std::invalid_argument for
/// an invalid word or number.
void set_issue(Machine& machine, const IssueArguments& given);

}  // namespace superwarp::python
