// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace superwarp::cli {

/// The folder of the cache, and how much of each kind it keeps, in a line.
std::string cache_summary();

}  // namespace superwarp::cli
