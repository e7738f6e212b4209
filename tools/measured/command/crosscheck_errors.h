// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tools/measured/error_table.h"

namespace superwarp::cli {

/// The table by GPU, width and operation, and the misses with their reasons.
std::string error_table_text(const crosscheck::ErrorTable& table);

}  // namespace superwarp::cli
