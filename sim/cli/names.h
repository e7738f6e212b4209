// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

#include "language/nearest_name.h"

namespace superwarp::cli {

/// Returns `name` if it is one of `known`. Otherwise throws UsageError with all known names and the
/// nearest one.
std::string known_name(const std::string& kind, const std::string& name,
                       const std::vector<std::string>& known);

/// The entry of `infos` called `name`, which exists.
template <class Infos>
const auto& named(const Infos& infos, const std::string& name) {
  return *std::find_if(infos.begin(), infos.end(),
                       [&](const auto& info) { return info.name == name; });
}

/// Names of the `infos` with a property: "sdmm, rsdmm".
template <class Infos, class Has>
std::string names_with(const Infos& infos, Has has) {
  std::vector<std::string> names;
  for (const auto& info : infos) {
    if (has(info)) names.push_back(info.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace superwarp::cli
