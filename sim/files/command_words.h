// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::files {

/// An option of a command.
struct OptionWord {
  std::string option;  ///< without dashes
  std::string value;   ///< of a flag "true" or "false"
};

using OptionWords = std::vector<OptionWord>;

/// `value` as a word of a shell command, quoted if necessary.
std::string quoted(const std::string& value);

/// The options as words of a shell command. Flags that are "false" are left out.
std::string options_of(const OptionWords& options);

}  // namespace superwarp::files
