// SPDX-License-Identifier: Apache-2.0
#include "model/machine/project_dir.h"

#include <dlfcn.h>
#include <link.h>

#include <system_error>

namespace superwarp {

namespace fs = std::filesystem;

namespace {

/// The program or shared library that this code is in.
fs::path own_file() {
  std::error_code none;
  Dl_info info{};
  link_map* map = nullptr;
  const bool found =
      dladdr1(reinterpret_cast<const void*>(&project_dir), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0;
  // The program itself has no name there.
  if (!found || map->l_name[0] == '\0') return fs::read_symlink("/proc/self/exe", none);
  return fs::absolute(map->l_name, none);
}

}  // namespace

fs::path project_dir() {
  std::error_code none;
  for (fs::path folder = own_file().parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    if (folder.filename() != "bin" && folder.filename() != "lib") continue;
    fs::path installed = folder.parent_path() / "lib" / "superwarp";
    if (fs::is_directory(installed / "rtl", none)) return installed;
  }
  return SUPERWARP_SOURCE_DIR;
}

}  // namespace superwarp
