// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace superwarp {

/// The most likely meaning of `name` among `names`; empty if none is near. A typed name may have
/// slips (insertions, deletions, substitutions, swaps of neighbours); longer names may have more.
/// It may be the beginning of a name or of a word inside it, with fewer slips. Case does not
/// matter. Among equals the first wins.
std::string nearest_name(const std::string& name, const std::vector<std::string>& names);

/// The end of a message about `name`: ", did you mean 'NAME'?", or "." if none is near.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& names);

/// "a, b, c"
std::string joined(const std::vector<std::string>& names, const std::string& between = ", ");

/// The names of all `infos`.
template <class Infos>
std::vector<std::string> names_of(const Infos& infos) {
  std::vector<std::string> names;
  for (const auto& info : infos) names.push_back(info.name);
  return names;
}

/// Names of the `infos` with a property: "sdmm, rsdmm".
template <class Infos, class Has>
std::string names_with(const Infos& infos, Has has) {
  std::vector<std::string> names;
  for (const auto& info : infos) {
    if (std::invoke(has, info)) names.push_back(info.name);
  }
  return joined(names);
}

}  // namespace superwarp
