// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace superwarp::cli {

/// An entry of `superwarp list`.
struct ListEntry {
  std::string name;
  std::string description;
};

/// Adds a kind to `superwarp list`: in the file of what it lists.
class AddListing {
 public:
  using Entries = std::function<std::vector<ListEntry>()>;
  struct Kind {
    std::string name;
    Entries entries;
    bool if_asked = false;  ///< listed only if it is asked for, because it is long
  };
  /// `place` orders the kinds.
  AddListing(int place, Kind kind) { all().emplace(place, std::move(kind)); }

  static std::map<int, Kind>& all();
};

}  // namespace superwarp::cli
