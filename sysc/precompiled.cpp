// SPDX-License-Identifier: Apache-2.0
#include "sysc/precompiled.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <system_error>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"
#include "sysc/rtl_recipe.h"

namespace superwarp::sysc {
namespace {

namespace fs = std::filesystem;

const char* const kFile = "unit_headers.pch";

class Unwritten {};

/// Room for an entry, of which there are a few, and for the unit that is made beside it.
constexpr std::uintmax_t kRoom = std::uintmax_t{1} << 26U;

}  // namespace

Precompiled::Precompiled(std::vector<std::string> compile, const fs::path& header,
                         const fs::path& dir) {
  const std::string version = tool_version(compile.front());
  if (version.find("clang") == std::string::npos) return;
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  if (std::min<std::uintmax_t>(limit.rlim_cur, fs::space(dir.parent_path()).available) < kRoom)
    return;
  ContentHash hash;
  for (const std::string& option : compile) hash.add(option);
  for (const std::string& text : {version, header.string(), read_file(header)}) hash.add(text);
  const std::string key = hash.hex();
  create_own_directories(dir);
  try {
    keep_folder(dir / key, key, [&](const fs::path& scratch) {
      const fs::path log = scratch / "log";
      compile.insert(compile.end(), {"-fpch-instantiate-templates", "-x", "c++-header",
                                     header.string(), "-o", (scratch / kFile).string()});
      if (run_command(compile, log) != 0) throw Unwritten();
      fs::remove(log);
    });
    folder_ = dir / key;
  } catch (const Unwritten&) {
  }
}

bool Precompiled::add_to(std::vector<std::string>& arguments) const {
  if (folder_.empty()) return false;
  arguments.insert(arguments.end(), {"-include-pch", (folder_ / kFile).string()});
  return true;
}

void Precompiled::discard() const {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

}  // namespace superwarp::sysc
