// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::cli {

/// `name` if it is one of `known`; else throws UsageError with what there is and the nearest of
/// them.
std::string known_name(const std::string& kind, const std::string& name,
                       const std::vector<std::string>& known);

}  // namespace superwarp::cli
