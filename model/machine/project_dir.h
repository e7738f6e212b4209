// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace superwarp {

/// Where rtl/, sysc/, data/ and scripts/ are: lib/superwarp of the prefix that the running program
/// is installed in, or else the source tree that it was built from.
std::filesystem::path project_dir();

}  // namespace superwarp
