// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/common_options.h"

#include <fmt/format.h>

#include <charconv>
#include <system_error>

namespace superwarp::cli {
namespace {

/// CLI11 by itself reads 010 as 8, -1 as 2^64 - 1, what is too large as the largest, and an empty
/// value as none.
std::string decimal(const std::string& value) {
  std::uint64_t number = 0;
  const char* const end = value.data() + value.size();
  const auto [rest, error] = std::from_chars(value.data(), end, number);
  if (error == std::errc() && rest == end) return std::to_string(number);
  throw CLI::ValidationError(
      fmt::format("'{:.40}', expected a whole number, 0 to 2^64 - 1", value));
}

std::string refuse_empty(const std::string& value) {
  return value.empty() ? "expected a value, not an empty one" : "";
}

}  // namespace

std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<std::string> names_in_file(const CLI::App& command) {
  std::vector<std::string> names;
  for (const std::string& name : option_names(command)) {
    if (name != "--help") names.push_back(name.substr(2));
  }
  return names;
}

void refuse_odd_values(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_items_expected_max() == 0) continue;  // a flag
    if (option->get_type_name() == "UINT") {
      option->transform(decimal);
    } else {
      option->check(refuse_empty);
    }
  }
}

void add_json(CLI::App& command, std::string& file, const char* what) {
  command.add_option(
      "--json", file,
      fmt::format("write the {} here ('-': standard output, and nothing else there)", what));
}

CLI::Option* add_rtl(CLI::App& command, std::string& folder) {
  return command.add_option("--rtl", folder,
                            "folder of SystemVerilog to run instead of the project's rtl/");
}

CLI::Option* add_seed(CLI::App& command, std::uint64_t& seed) {
  return command.add_option("--seed", seed, "of everything random; the same seed, the same run")
      ->capture_default_str();
}

}  // namespace superwarp::cli
