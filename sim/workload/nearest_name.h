#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace superwarp::workload {

/// Levenshtein's distance: insertions, deletions and substitutions of characters that lead from `a`
/// to `b`.
std::size_t edit_distance(const std::string& a, const std::string& b);

/// The one of `names` that is nearest to `name`, the first of several; empty if `names` is empty.
/// Those that `name` is the beginning of come before all others: it may be unfinished. Capitals are
/// as near as small letters.
std::string nearest_name(const std::string& name, const std::vector<std::string>& names);

}  // namespace superwarp::workload
