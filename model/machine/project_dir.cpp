// SPDX-License-Identifier: Apache-2.0
#include "model/machine/project_dir.h"

#include <system_error>

namespace superwarp {

std::filesystem::path project_dir() {
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::path program = fs::read_symlink("/proc/self/exe", none);
  const fs::path installed = program.parent_path().parent_path() / "lib" / "superwarp";
  return fs::is_directory(installed / "rtl", none) ? installed : fs::path(SUPERWARP_SOURCE_DIR);
}

}  // namespace superwarp
