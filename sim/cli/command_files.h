// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/app.h"

/// \file
/// The files that commands read and write, by the names of their options.

namespace superwarp::cli {

/// Checks that all outputs of `command` can be written and that none is an input or another output,
/// also not inside a folder that the command reads or writes. Throws UsageError or
/// std::runtime_error.
void check_files(const App& command);

/// Where `record` writes without --out.
std::string default_recording(const std::string& source);

/// Where `report` writes without --out.
std::string default_page(const std::string& folder);

}  // namespace superwarp::cli
