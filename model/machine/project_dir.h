// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace superwarp {

/// Where rtl/, sysc/, data/ and scripts/ are: lib/superwarp of the prefix above the bin/ or lib/ in which
/// the program or Python module is, or else the source tree that it was built from.
std::filesystem::path project_dir();

}  // namespace superwarp
