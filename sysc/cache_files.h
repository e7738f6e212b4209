// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

/// \file
/// Entries of caches on disk that several processes fill. One process makes an entry in a scratch
/// folder while the others wait, seals it, and renames it when it is complete. An entry is used
/// only if it belongs to the user and its seal is right.

namespace superwarp::sysc {

/// $XDG_CACHE_HOME/superwarp, or ~/.cache/superwarp. Throws std::runtime_error if neither variable
/// is set.
std::filesystem::path default_cache_dir();

/// Creates `dir`, if it is missing, for the user alone to write, and requires an own directory.
void create_own_directories(const std::filesystem::path& dir);

/// Lets the owner alone write `path`.
void make_own(const std::filesystem::path& path);

/// Throws std::runtime_error unless `path` belongs to the user and no one else may write it. The
/// files there are loaded as code, or used as results of this program.
void require_own(const std::filesystem::path& path);

/// Throws std::runtime_error unless require_own() takes `dir`, and no user but root could put
/// another folder in its place: no folder above it may be written by others, unless it is sticky.
void require_own_directory(const std::filesystem::path& dir);

/// A digest of `content` and of the key that it is kept under.
std::string seal_of(const std::string& content, const std::string& key);

/// Seals the files of `folder`, which has no folders, in one more file, and makes all of it own.
void seal_folder(const std::filesystem::path& folder, const std::string& key);

/// `folder` exists and has exactly the files that were sealed under `key`.
bool is_sealed(const std::filesystem::path& folder, const std::string& key);

/// Makes `folder` with `make`, which fills a scratch folder beside it, unless it is sealed under
/// `key`. Other processes that need it wait.
void keep_folder(const std::filesystem::path& folder, const std::string& key,
                 const std::function<void(const std::filesystem::path&)>& make);

/// Locks a file; other processes wait in the constructor. Tools started meanwhile inherit the lock,
/// so if this process is killed, the next one waits until they stop writing.
class FileLock {
 public:
  /// Calls `waiting` if another process holds it.
  explicit FileLock(const std::filesystem::path& file, const std::function<void()>& waiting = {});
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;

 private:
  int fd_;
};

/// A shared lock of a folder that its user holds, or one that only a folder without users gives.
class FolderLock {
 public:
  enum class By { kUser, kRemover };
  /// A user waits for a remover, who does not wait.
  FolderLock(const std::filesystem::path& dir, By by);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  [[nodiscard]] bool held() const { return held_; }

 private:
  int fd_;
  bool held_;
};

/// A folder that its owner removes, and that other users cannot enter. A killed one leaves it,
/// unlocked; its tools inherit the lock.
class ScratchDir {
 public:
  /// Makes `dir`, and removes what a killed process left there. Throws if another process makes it.
  explicit ScratchDir(std::filesystem::path dir);
  /// Takes `made`, which mkdtemp() has just made.
  static ScratchDir of_new(const std::filesystem::path& made) { return {made, kNew}; }
  ~ScratchDir();
  ScratchDir(const ScratchDir&) = delete;
  ScratchDir& operator=(const ScratchDir&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return dir_; }

 private:
  enum New { kNew };
  ScratchDir(std::filesystem::path dir, New made);

  std::filesystem::path dir_;
  std::optional<FolderLock> lock_;
};

}  // namespace superwarp::sysc
