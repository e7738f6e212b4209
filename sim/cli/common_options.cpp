// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/common_options.h"

#include <fmt/format.h>

namespace superwarp::cli {

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
