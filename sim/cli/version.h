// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace superwarp::cli {

/// The version of the release, such as "0.2.0".
std::string version();

/// The commit that this program was built from, with "-dirty" if files were changed; "unknown"
/// outside git.
std::string commit();

}  // namespace superwarp::cli
