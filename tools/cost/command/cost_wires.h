// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/app.h"
#include "sim/cli/json.h"
#include "tools/cost/wires.h"

namespace superwarp::cli {

/// What `cost --wires` places, unchecked.
struct WireOptions {
  bool wanted = false;
  cost::WireSettings settings;

  void add_to(App& command);
  /// Throws UsageError for figures out of range.
  void check() const;
};

std::string wire_lines(const cost::WireReport& report, const WireOptions& options);
Json wire_json(const cost::WireReport& report, const WireOptions& options);

}  // namespace superwarp::cli
