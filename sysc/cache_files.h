// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

/// \file
/// How a cache on disk is filled by several processes: one makes an entry in a folder of its own
/// while the others wait, and it gets its name when it is complete.

namespace superwarp::sysc {

/// $XDG_CACHE_HOME/superwarp, or ~/.cache/superwarp. Throws std::runtime_error where there is
/// neither.
std::filesystem::path default_cache_dir();

/// Holds a file locked; other processes wait in the constructor. The tools that are started
/// meanwhile hold it too: where this process is killed, the next one waits until none of them
/// writes any more.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_;
};

/// A folder that is gone when its owner is.
class ScratchDir {
 public:
  explicit ScratchDir(std::filesystem::path dir);
  ~ScratchDir();
  ScratchDir(const ScratchDir&) = delete;
  ScratchDir& operator=(const ScratchDir&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return dir_; }

 private:
  std::filesystem::path dir_;
};

}  // namespace superwarp::sysc
