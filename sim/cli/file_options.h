// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>

namespace superwarp::cli {

/// Checks that all outputs of `command` can be written and that none is an input or another output.
/// Throws UsageError or std::runtime_error.
void check_files(const CLI::App& command);

}  // namespace superwarp::cli
