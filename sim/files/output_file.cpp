// SPDX-License-Identifier: Apache-2.0
#include "sim/files/output_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/files/file_name.h"

namespace superwarp::files {
namespace {

// What a signal handler removes; it must not use the heap. A program writes one set of files at a
// time.
std::array<char, PATH_MAX> unfinished_folder{};
volatile std::sig_atomic_t unfinished_fd = -1;

/// Removes the files of a folder. A signal handler may call it.
void empty(int folder) {
  alignas(dirent64) std::array<char, 4096> block{};
  lseek(folder, 0, SEEK_SET);
  for (ssize_t size = 0; (size = getdents64(folder, block.data(), block.size())) > 0;) {
    for (ssize_t at = 0; at < size;) {
      const auto* const entry = reinterpret_cast<const dirent64*>(&block[at]);
      unlinkat(folder, static_cast<const char*>(entry->d_name), 0);
      at += entry->d_reclen;
    }
  }
}

extern "C" void remove_unfinished(int signal) {
  const int folder = unfinished_fd;
  if (folder >= 0) {
    empty(folder);
    rmdir(unfinished_folder.data());
  }
  // Verilator's FST writer maps a file into memory and dies of SIGBUS if the disk was full.
  if (signal == SIGBUS && folder >= 0) {
    constexpr std::string_view kFull = "superwarp: error: cannot write all of a file, is the disk full?\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kFull.data(), kFull.size());
    _exit(2);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}

constexpr std::string_view kUnfinished = ".partial-";
constexpr std::string_view kRandom = "XXXXXX";  // as mkdtemp() wants it

/// A descriptor of a folder of this user that is no link; -1 for anything else.
int open_own(const char* folder) {
  const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat found {};
  if (fd < 0 || (fstat(fd, &found) == 0 && found.st_uid == geteuid())) return fd;
  close(fd);
  errno = EPERM;
  return -1;
}

/// Removes unfinished files whose processes were killed: no one holds a lock of their folder.
void remove_orphans(const std::filesystem::path& folder, const std::string& label) {
  const std::string begin = label + std::string(kUnfinished);
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder.empty() ? "." : folder, ignored)) {
    const std::string name = entry.path().filename();
    if (name.size() != begin.size() + kRandom.size() || name.rfind(begin, 0) != 0) continue;
    const int orphan = open_own(entry.path().c_str());
    if (orphan < 0) continue;
    if (flock(orphan, LOCK_EX | LOCK_NB) == 0) {
      empty(orphan);
      rmdir(entry.path().c_str());
    }
    close(orphan);
  }
}

bool exists(int folder) {
  struct stat found {};
  return fstat(folder, &found) == 0 && found.st_nlink > 0;
}

/// Is this the name of a device or of a descriptor of a process? No file may replace it.
bool is_of_the_system(const std::filesystem::path& file) {
  std::error_code unknown;
  const std::filesystem::path folder =
      std::filesystem::canonical(file.has_parent_path() ? file.parent_path() : std::filesystem::path("."), unknown);
  return folder == "/dev" || folder.string().rfind("/proc/", 0) == 0;
}

}  // namespace

OutputFiles::OutputFiles(std::filesystem::path folder, const std::string& label) : folder_(std::move(folder)) {
  const std::string name = (folder_ / label).string();
  if (has_control(name)) throw std::runtime_error(fmt::format("{}: {}", without_controls(name), kControlInName));
  remove_orphans(folder_, label);
  do {  // again if another process took it for an orphan before it was locked
    if (fd_ >= 0) close(fd_);
    unfinished_ = name + std::string(kUnfinished) + std::string(kRandom);
    const bool made = mkdtemp(unfinished_.data()) != nullptr;
    fd_ = made ? open_own(unfinished_.c_str()) : -1;
    if (fd_ < 0) {
      throw std::runtime_error(fmt::format("{}: cannot write here: {}", name, std::strerror(errno)));
    }
    flock(fd_, LOCK_SH);
  } while (!exists(fd_));
  std::strncpy(unfinished_folder.data(), unfinished_.c_str(), unfinished_folder.size() - 1);
  unfinished_fd = fd_;
}

OutputFiles::~OutputFiles() {
  unfinished_fd = -1;
  empty(fd_);
  rmdir(unfinished_.c_str());
  close(fd_);
}

std::filesystem::path OutputFiles::partial(const std::string& name) {
  const std::filesystem::path file = folder_ / name;
  std::error_code unknown;  // renaming reports it
  if (std::filesystem::exists(file, unknown) &&
      (!std::filesystem::is_regular_file(file, unknown) || is_of_the_system(file))) {
    throw std::runtime_error(fmt::format("{}: is no regular file, expected one to write or replace", file.string()));
  }
  names_.push_back(name);
  return fmt::format("/proc/self/fd/{}/{}", fd_, name);
}

void OutputFiles::commit() {
  for (const std::string& name : names_) {
    const std::filesystem::path file = folder_ / name;
    struct stat older {};
    if (lstat(file.c_str(), &older) == 0 && S_ISREG(older.st_mode))
      fchmodat(fd_, name.c_str(), older.st_mode & ACCESSPERMS, 0);
    if (renameat(fd_, name.c_str(), AT_FDCWD, file.c_str()) != 0) {
      throw std::runtime_error(fmt::format("{}: cannot write: {}", file.string(), std::strerror(errno)));
    }
  }
}

void remove_unfinished_at_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGBUS}) {
    // What is ignored, as by nohup, stays so.
    if (std::signal(signal, remove_unfinished) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

namespace {

void write_all(const std::filesystem::path& where, const std::string& content, const std::string& name) {
  errno = 0;
  std::ofstream stream(where, std::ios::binary);
  stream << content;
  stream.close();
  if (!stream) throw std::runtime_error(fmt::format("{}: cannot write all of it: {}", name, std::strerror(errno)));
}

/// Is `file` a pipe or a device, which cannot be replaced?
bool is_special(const std::string& file) {
  std::error_code unknown;
  return std::filesystem::exists(file, unknown) && !std::filesystem::is_regular_file(file, unknown) &&
         !std::filesystem::is_directory(file, unknown);
}

}  // namespace

void require_writable(const std::string& file) {
  if (!file.empty() && file != "-" && !is_special(file)) const OutputFile probe(file);
}

void require_writable_folder(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  const auto refuse = [&](const std::string& why) {
    throw std::runtime_error(
        fmt::format("{}: {}, expected a folder to write into; choose another name", folder.string(), why));
  };
  std::error_code problem;
  if (fs::is_directory(folder, problem)) {
    if (access(folder.c_str(), W_OK | X_OK) != 0) refuse(fmt::format("cannot write here: {}", std::strerror(errno)));
    return;
  }
  if (fs::exists(fs::symlink_status(folder, problem))) refuse("is no folder");
  // Makes the first folder that is missing, to see whether that is allowed.
  fs::path first = fs::absolute(folder).lexically_normal();
  while (!fs::exists(first.parent_path(), problem) && first != first.parent_path()) first = first.parent_path();
  if (!fs::create_directory(first, problem)) refuse("cannot be made: " + problem.message());
  fs::remove(first);
}

void write_file(const std::string& file, const std::string& content) {
  if (file == "-") {
    if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() || std::fflush(stdout) != 0) {
      throw std::runtime_error(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
    }
  } else if (is_special(file)) {
    write_all(file, content, file);
  } else {
    OutputFile out(file);
    write_all(out.partial(), content, file);
    out.commit();
  }
}

}  // namespace superwarp::files
