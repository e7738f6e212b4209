// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "model/machine/issue.h"

/// \file
/// Work at the end of a line of a text trace: "; 12 3x1/4 ; 2" (docs/spec/issue.md, "Text traces").

namespace superwarp::trace {

inline constexpr std::string_view kWorkMark = ";";
/// A line's work takes fewer time units alone, so that a run is no longer than its file.
inline constexpr std::uint64_t kWorkLimit = std::uint64_t{1} << 24U;

/// Reads what follows the first mark. Throws std::invalid_argument: what is wrong, what was
/// expected.
Work read_work(std::string_view rest);

/// The text that read_work() reads, the first mark included: " ; 12 3x1/4 ; 2".
std::string work_text(const Work& work);

}  // namespace superwarp::trace
