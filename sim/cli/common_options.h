// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

/// \file
/// Options of several commands, declared here so that they say the same everywhere.

namespace superwarp::cli {

/// "--json", "--svg", ..: the long names of a command's options.
std::vector<std::string> option_names(const CLI::App& command);

/// The same as a file says them: "json", without dashes and without help.
std::vector<std::string> names_in_file(const CLI::App& command);

/// Numbers as people write them, and no empty values; for a command that has all of its options.
void refuse_odd_values(CLI::App& command);

/// --json; `what` is what it writes.
void add_json(CLI::App& command, std::string& file, const char* what = "result");

CLI::Option* add_rtl(CLI::App& command, std::string& folder);

CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed);

}  // namespace superwarp::cli
