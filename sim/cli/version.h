// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace superwarp::cli {

/// Of the release, "0.1.0".
std::string version();

/// The commit that this program was built from, with "-dirty" if files were changed; "unknown"
/// outside git.
std::string commit();

}  // namespace superwarp::cli
