// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace superwarp::cli {

/// Does `file` (STDOUT_FILENO, STDERR_FILENO) lead to a terminal that obeys control sequences? Not
/// if TERM is "dumb".
bool obeys_controls(int file);

/// May what is written to `file` be coloured? Nor if NO_COLOR is set and not empty
/// (https://no-color.org).
bool shows_colours(int file);

}  // namespace superwarp::cli
