// SPDX-License-Identifier: Apache-2.0
#include "sysc/cache_files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include "sysc/command.h"
#include "sysc/content_hash.h"

namespace superwarp::sysc {

namespace fs = std::filesystem;

namespace {

const char* const kSeal = "seal";

/// Throws why the last system call failed.
[[noreturn]] void refuse_call(const char* what, const fs::path& path) {
  throw fs::filesystem_error(what, path, std::error_code(errno, std::generic_category()));
}

/// The digest of every file of `folder` but the seal, under `key`.
std::string digest_of(const fs::path& folder, const std::string& key) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename() != kSeal) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  ContentHash digest;
  for (const fs::path& file : files) {
    digest.add(file.filename());
    digest.add(read_file(file));
  }
  digest.add(key);
  return digest.hex();
}

/// Links in the path cannot be changed after it was checked.
fs::path without_links(const fs::path& path) {
  std::error_code problem;  // using the path reports it
  const fs::path plain = fs::weakly_canonical(path, problem);
  return problem ? path : plain;
}

/// A user namespace shows the users that it does not know, such as the system's root, as this one.
bool is_unknown(uid_t user) {
  constexpr uid_t kOverflow = 65534;
  constexpr std::uint64_t kAllUsers = 4294967295;
  std::uint64_t inside = 0;
  std::uint64_t outside = 0;
  std::uint64_t count = 0;
  std::ifstream("/proc/self/uid_map") >> inside >> outside >> count;
  return user == kOverflow && count != kAllUsers;
}

/// The group that many systems give to a user alone: what it may write, the user may.
bool is_own_group(gid_t gid) {
  const passwd* const user = getpwuid(geteuid());
  const group* const found = getgrgid(gid);
  return user != nullptr && found != nullptr && user->pw_gid == gid && std::string(user->pw_name) == found->gr_name &&
         *found->gr_mem == nullptr;
}

/// Throws std::runtime_error if another user than root could put something else in the place of
/// what this user has in `folder`.
void require_guarded(const fs::path& folder) {
  struct stat found {};
  if (stat(folder.c_str(), &found) != 0) refuse_call("cannot read", folder);
  const bool is_trusted = found.st_uid == geteuid() || found.st_uid == 0 || is_unknown(found.st_uid);
  const bool is_shared =
      (found.st_mode & S_IWOTH) != 0 || ((found.st_mode & S_IWGRP) != 0 && !is_own_group(found.st_gid));
  const bool keeps = (found.st_mode & S_ISVTX) != 0;  // what others own there
  if (is_trusted && (!is_shared || keeps)) return;
  throw std::runtime_error(fmt::format(
      "{}: {}, so a cache below it is not trusted; {}set XDG_CACHE_HOME to a folder of your own", folder.string(),
      is_trusted ? "other users may write here" : "belongs to another user",
      is_trusted ? fmt::format("allow only yourself to write: chmod go-w '{}', or ", folder.string()) : ""));
}

}  // namespace

fs::path default_cache_dir() {
  // The XDG base directory specification does not allow relative paths.
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && *cache == '/') return without_links(cache) / "superwarp";
  const char* const home = std::getenv("HOME");
  if (home != nullptr && *home == '/') return without_links(fs::path(home) / ".cache") / "superwarp";
  // Never a shared folder: others could put code there, which is loaded.
  throw std::runtime_error(
      "no place for compiled memory units: neither XDG_CACHE_HOME nor HOME is the path of a "
      "folder; set XDG_CACHE_HOME to a folder of your own");
}

void create_own_directories(const fs::path& dir) {
  constexpr mode_t kOwnerWrites = 0755;
  fs::path made;
  for (const fs::path& part : dir) {
    made /= part;
    if (mkdir(made.c_str(), kOwnerWrites) == 0) continue;
    const std::error_code problem(errno, std::generic_category());
    if (!fs::exists(made)) throw fs::filesystem_error("cannot create", dir, problem);
  }
  require_own_directory(dir);
}

void make_own(const fs::path& path) {
  fs::permissions(path, fs::perms::group_write | fs::perms::others_write, fs::perm_options::remove);
}

void require_own(const fs::path& path) {
  struct stat found {};
  if (lstat(path.c_str(), &found) != 0) {
    refuse_call("cannot read", path);
  }
  const bool is_link = S_ISLNK(found.st_mode);
  const bool is_shared = !is_link && (found.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  if (found.st_uid == geteuid() && !is_link && !is_shared) return;
  throw std::runtime_error(fmt::format("{}: {}, so its content is not trusted; {}", path.string(),
                                       is_link     ? "a symbolic link"
                                       : is_shared ? "other users may write here"
                                                   : "belongs to another user",
                                       is_shared
                                           ? fmt::format("allow only yourself to write: chmod go-w '{}'", path.string())
                                           : "remove it, or set XDG_CACHE_HOME to a folder of your own"));
}

void require_own_directory(const fs::path& dir) {
  require_own(dir);
  fs::path folder = fs::canonical(dir);
  while (folder.has_relative_path()) {
    folder = folder.parent_path();
    require_guarded(folder);
  }
}

std::string seal_of(const std::string& content, const std::string& key) {
  ContentHash digest;
  digest.add(content);
  digest.add(key);
  return digest.hex();
}

void seal_folder(const fs::path& folder, const std::string& key) {
  std::ofstream out(folder / kSeal);
  out << digest_of(folder, key);
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{}: cannot write", (folder / kSeal).string()));
  make_own(folder);
  for (const auto& entry : fs::directory_iterator(folder)) make_own(entry.path());
}

bool is_sealed(const fs::path& folder, const std::string& key) {
  if (!fs::exists(folder)) return false;
  require_own(folder);
  for (const auto& entry : fs::directory_iterator(folder)) require_own(entry.path());
  return read_file(folder / kSeal) == digest_of(folder, key);
}

void keep_folder(const fs::path& folder, const std::string& key, const std::function<void(const fs::path&)>& make) {
  if (is_sealed(folder, key)) return;
  const fs::path dir = folder.parent_path();
  const FileLock lock(dir / (key + ".lock"));
  if (is_sealed(folder, key)) return;  // made by another process meanwhile
  const ScratchDir scratch(dir / (key + ".tmp"));
  make(scratch.path());
  seal_folder(scratch.path(), key);
  fs::remove_all(folder);  // if it was there, its content was damaged
  fs::rename(scratch.path(), folder);
}

FileLock::FileLock(const fs::path& file, const std::function<void()>& waiting)
    : fd_(open(file.c_str(), O_CREAT | O_RDWR | O_NOFOLLOW, 0666)) {
  const auto locked = [this](int how) { return fd_ >= 0 && flock(fd_, how) == 0; };
  if (locked(LOCK_EX | LOCK_NB)) return;
  if (waiting && errno == EWOULDBLOCK) waiting();
  if (locked(LOCK_EX)) return;
  refuse_call("cannot lock", file);
}

FileLock::~FileLock() { close(fd_); }

FolderLock::FolderLock(const fs::path& dir, By by)
    : fd_(open(dir.c_str(), O_RDONLY | O_DIRECTORY)),
      held_(flock(fd_, by == By::kUser ? LOCK_SH : LOCK_EX | LOCK_NB) == 0) {}

FolderLock::~FolderLock() {
  if (fd_ >= 0) close(fd_);
}

ScratchDir::ScratchDir(fs::path dir) : dir_(std::move(dir)) {
  constexpr mode_t kOwner = 0700;
  fs::remove_all(dir_);  // may be left by a killed process
  if (dir_.has_parent_path()) fs::create_directories(dir_.parent_path());
  do {  // again if it was removed before it was locked
    if (mkdir(dir_.c_str(), kOwner) != 0) refuse_call("cannot create", dir_);
    lock_.emplace(dir_, FolderLock::By::kUser);
  } while (!fs::exists(dir_));
}

ScratchDir::ScratchDir(fs::path dir, New /*made*/)
    : dir_(std::move(dir)), lock_(std::in_place, dir_, FolderLock::By::kUser) {}

ScratchDir::~ScratchDir() {
  std::error_code ignored;
  fs::remove_all(dir_, ignored);
}

}  // namespace superwarp::sysc
