// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

/// \file
/// Options of several commands, declared here so that they say the same everywhere.

namespace superwarp::cli {

/// Numbers as people write them, and no empty values; for a command that has all of its options.
void refuse_odd_values(CLI::App& command);

/// --json; `what` is what it writes.
void add_json(CLI::App& command, std::string& file, const char* what = "result");

CLI::Option* add_rtl(CLI::App& command, std::string& folder);

CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed);

}  // namespace superwarp::cli
