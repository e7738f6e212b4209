// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/commands.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {

/// A command that was left out of the build: whatever its arguments, it says why.
inline Command missing_command(App& application, const std::string& name, const std::string& why) {
  App* const app = application.add_subcommand(name, why);
  app->take_anything();
  return {app, [name, why]() -> int { throw UsageError(name + ": " + why); }, {why, {}}};
}

}  // namespace superwarp::cli
