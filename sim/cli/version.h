// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace superwarp::cli {

/// The release, as in "0.2.0".
std::string version();

/// The commit that the program was built from, with "-dirty" after local changes; "unknown" outside
/// git.
std::string commit();

}  // namespace superwarp::cli
