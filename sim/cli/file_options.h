// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace superwarp::cli {

/// What a command writes can be written, and is no other file that it writes or reads: the input
/// would be gone, or one of two results. Throws UsageError or std::runtime_error.
void check_files(const CLI::App& command);

}  // namespace superwarp::cli
