// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

/// \file
/// For caches on disk that several processes fill: one makes an entry in a scratch folder while the
/// others wait, and renames it when it is complete.

namespace superwarp::sysc {

/// $XDG_CACHE_HOME/superwarp, or ~/.cache/superwarp. Throws std::runtime_error if neither variable
/// is set.
std::filesystem::path default_cache_dir();

/// Locks a file; other processes wait in the constructor. Tools started meanwhile inherit the lock,
/// so if this process is killed, the next one waits until they stop writing.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file);
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_;
};

/// A folder that its owner removes.
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
