// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "model/machine/machine.h"

namespace superwarp::cli {

/// --issue, --order, --wait, --instructions and --places, as typed (docs/spec/issue.md).
class IssueOptions {
 public:
  void add_to(CLI::App& command);

  /// Gives `machine`, whose schedule is known, its issue stage. Throws UsageError with the option
  /// and what it accepts.
  void parse(Machine& machine) const;

 private:
  std::optional<std::uint64_t> sub_cores_;
  std::string order_ = order_name(Issue());
  std::string wait_ = wait_name(Issue());
  std::uint64_t instructions_ = Issue().instructions;
  std::uint64_t places_ = Issue().places;
};

}  // namespace superwarp::cli
