// SPDX-License-Identifier: Apache-2.0
#include "sysc/cache_files.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace superwarp::sysc {

namespace fs = std::filesystem;

fs::path default_cache_dir() {
  // The XDG base directory specification does not allow relative paths.
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return fs::path(cache) / "superwarp";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return fs::path(home) / ".cache" / "superwarp";
  // Never a shared folder: others could put code there, which is loaded.
  throw std::runtime_error(
      "no place for compiled memory units: neither XDG_CACHE_HOME nor HOME is the path of a "
      "folder; set XDG_CACHE_HOME to a folder of your own");
}

FileLock::FileLock(const fs::path& file) : fd_(open(file.c_str(), O_CREAT | O_RDWR, 0666)) {
  if (fd_ < 0 || flock(fd_, LOCK_EX) != 0) {
    throw fs::filesystem_error("cannot lock", file,
                               std::error_code(errno, std::generic_category()));
  }
}

FileLock::~FileLock() { close(fd_); }

ScratchDir::ScratchDir(fs::path dir) : dir_(std::move(dir)) {
  fs::remove_all(dir_);  // may be left by a killed process
  fs::create_directories(dir_);
}

ScratchDir::~ScratchDir() {
  std::error_code ignored;
  fs::remove_all(dir_, ignored);
}

}  // namespace superwarp::sysc
