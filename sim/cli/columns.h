// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::cli {

using Cells = std::vector<std::string>;

/// Rows of equal length as lines of aligned columns, the first one to the left and the others to
/// the right. `left`, `between` and `right` are around the cells of a line.
std::string in_columns(const std::vector<Cells>& rows, const std::string& left, const std::string& between,
                       const std::string& right);

}  // namespace superwarp::cli
