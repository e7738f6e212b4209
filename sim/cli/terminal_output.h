// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace superwarp::cli {

/// Is `file` (STDOUT_FILENO, STDERR_FILENO) a terminal that obeys control sequences? Not if TERM is
/// "dumb".
bool obeys_controls(int file);

/// Does `file` obey control sequences, and is NO_COLOR unset or empty (https://no-color.org)?
bool shows_colours(int file);

}  // namespace superwarp::cli
