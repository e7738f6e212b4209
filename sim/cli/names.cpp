// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "language/nearest_name.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {

std::string known_name(const std::string& kind, const std::string& name,
                       const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return name;
  throw UsageError(fmt::format("unknown {} '{:.40}'{} There are: {}", kind, name,
                               did_you_mean(name, known), fmt::join(known, ", ")));
}

}  // namespace superwarp::cli
