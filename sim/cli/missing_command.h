// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>

#include "sim/cli/commands.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {

/// A command of the tool `tool`, which was left out of the build: whatever its arguments, it says
/// so.
inline Command missing_command(CLI::App& application, const std::string& name,
                               const std::string& tool) {
  const std::string missing = fmt::format("not built (tools/{})", tool);
  CLI::App* const app = application.add_subcommand(name, missing);
  app->prefix_command()->set_help_flag();
  return {app, [name, missing]() -> int { throw UsageError(name + ": " + missing); }};
}

}  // namespace superwarp::cli
