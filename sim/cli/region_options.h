// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "model/machine/machine.h"
#include "sim/cli/common_options.h"

namespace superwarp::cli {

/// --regions and --region-rows, as typed.
class RegionOptions {
 public:
  void add_to(const OptionGroup& add);

  /// Sets the regions of `machine`, whose kind and mapping are known. Throws UsageError with the
  /// option and what it accepts.
  void parse(Machine& machine) const;

  /// Checks the regions of `machine`, now or when its rows are known. Throws the same.
  void check(const Machine& machine) const;

 private:
  std::optional<std::string> regions_;
  std::optional<std::uint64_t> rows_;
};

}  // namespace superwarp::cli
