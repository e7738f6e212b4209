// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/json.h"
#include "tools/cost/spread.h"

namespace superwarp::cli {

std::string spread_lines(const cost::Spread& spread);
Json spread_json(const cost::Spread& spread);

}  // namespace superwarp::cli
