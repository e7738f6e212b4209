// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "model/machine/machine.h"
#include "sim/cli/common_options.h"

namespace superwarp::cli {

/// --rpu and the options that the descriptions of RPUs declare (model/machine/rpu_info.h), as
/// typed.
class RpuOptions {
 public:
  void add_to(const OptionGroup& add);

  /// Forgets what was typed. The parser's references to the values stay valid, also after a move.
  void clear() {
    rpu_.reset();
    for (auto& [name, given] : options_) given = {};
  }

  /// Sets the RPU of `machine`, whose kind is known, and its options. Throws UsageError with the
  /// option and what it accepts.
  void parse(Machine& machine) const;

 private:
  /// An option is a number or a word on all RPUs.
  struct Given {
    std::optional<std::uint64_t> number;
    std::optional<std::string> word;
  };

  std::optional<std::string> rpu_;
  std::map<std::string, Given> options_;  ///< by name
};

}  // namespace superwarp::cli
