// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp {

/// The one of `names` that `name` was most likely meant to be; empty if none is near. A typed name
/// may have slips (insertions, deletions, substitutions, neighbours swapped), a number that grows
/// with its length, and may be the beginning of a name or of words inside it, with fewer slips.
/// Capitals are as good as small letters; of equals the first is taken.
std::string nearest_name(const std::string& name, const std::vector<std::string>& names);

/// What a complaint about `name` goes on with: ", did you mean 'NAME'?", or "." if none is near.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& names);

/// The names of all `infos`.
template <class Infos>
std::vector<std::string> names_of(const Infos& infos) {
  std::vector<std::string> names;
  for (const auto& info : infos) names.push_back(info.name);
  return names;
}

}  // namespace superwarp
