// SPDX-License-Identifier: Apache-2.0
#include "sim/files/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "sim/files/file_name.h"

namespace superwarp::files {
namespace {

// A signal handler must not use the heap, so the name of the unfinished file has a fixed place.
// Only one file is written at a time.
std::array<char, PATH_MAX> unfinished{};
std::array<char, PATH_MAX> companion{};

extern "C" void remove_unfinished(int signal) {
  if (unfinished[0] != '\0') {
    unlink(unfinished.data());
    unlink(companion.data());
  }
  if (signal == SIGBUS && unfinished[0] != '\0') {
    constexpr std::string_view kFull =
        "superwarp: error: cannot write all of a file, is the disk full?\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kFull.data(), kFull.size());
    _exit(2);
  }
  std::signal(signal, SIG_DFL);
  raise(signal);
}

/// Verilator's FST writer keeps the names of signals in a second file until it closes the first. It
/// maps that file into memory and dies of SIGBUS if the disk was full.
std::filesystem::path companion_of(const std::filesystem::path& file) {
  return file.string() + ".hier";
}

void watch(const std::filesystem::path& file) {
  std::strncpy(companion.data(), companion_of(file).c_str(), companion.size() - 1);
  std::strncpy(unfinished.data(), file.c_str(), unfinished.size() - 1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGBUS}) std::signal(signal, remove_unfinished);
}

/// The name of `file` until it is complete, written by the process `owner`.
std::filesystem::path partial_of(const std::filesystem::path& file, pid_t owner) {
  return fmt::format("{}.partial-{}", file.string(), owner);
}

/// Removes unfinished copies of `file` whose processes were killed.
void remove_orphans(const std::filesystem::path& file) {
  const std::string begin = partial_of(file.filename(), 0).string();
  const std::string_view stem(begin.data(), begin.size() - 1);
  std::error_code ignored;
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string name = entry.path().filename();
    if (name.compare(0, stem.size(), stem) != 0) continue;
    const std::string owner = name.substr(stem.size());
    const auto process = static_cast<pid_t>(std::atoi(owner.c_str()));
    const bool ours = name == partial_of(file.filename(), process) ||
                      name == companion_of(partial_of(file.filename(), process));
    if (ours && process > 0 && kill(process, 0) != 0 && errno == ESRCH)
      unlink(entry.path().c_str());
  }
}

void unwatch() {
  unfinished[0] = '\0';
  std::signal(SIGBUS, SIG_DFL);
}

}  // namespace

OutputFile::OutputFile(std::filesystem::path file)
    : file_(std::move(file)), partial_(partial_of(file_, getpid())) {
  if (has_control(file_.string())) {
    throw std::runtime_error(
        fmt::format("{}: {}", without_controls(file_.string()), kControlInName));
  }
  std::error_code unknown;  // open() reports it
  if (std::filesystem::exists(file_, unknown) &&
      !std::filesystem::is_regular_file(file_, unknown)) {
    throw std::runtime_error(
        fmt::format("{}: is no regular file, expected one to write or replace", file_.string()));
  }
  const int fd = open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) {
    throw std::runtime_error(
        fmt::format("{}: cannot write here: {}", file_.string(), std::strerror(errno)));
  }
  close(fd);
  watch(partial_);
  remove_orphans(file_);
}

OutputFile::~OutputFile() {
  if (!committed_) {
    unlink(partial_.c_str());
    unlink(companion_of(partial_).c_str());
  }
  unwatch();
}

void OutputFile::commit() {
  std::error_code failure;
  std::filesystem::rename(partial_, file_, failure);
  if (failure) {
    throw std::runtime_error(
        fmt::format("{}: cannot write: {}", file_.string(), failure.message()));
  }
  committed_ = true;
}

namespace {

void write_all(const std::filesystem::path& where, const std::string& content,
               const std::string& name) {
  errno = 0;
  std::ofstream stream(where, std::ios::binary);
  stream << content;
  stream.close();
  if (!stream)
    throw std::runtime_error(
        fmt::format("{}: cannot write all of it: {}", name, std::strerror(errno)));
}

/// Is `file` a pipe or a device, which cannot be replaced?
bool is_special(const std::string& file) {
  std::error_code unknown;
  return std::filesystem::exists(file, unknown) &&
         !std::filesystem::is_regular_file(file, unknown) &&
         !std::filesystem::is_directory(file, unknown);
}

}  // namespace

void require_writable(const std::string& file) {
  if (!file.empty() && file != "-" && !is_special(file)) const OutputFile probe(file);
}

void require_writable_folder(const std::filesystem::path& folder) {
  namespace fs = std::filesystem;
  const auto refuse = [&](const std::string& why) {
    throw std::runtime_error(fmt::format(
        "{}: {}, expected a folder to write into; choose another name", folder.string(), why));
  };
  std::error_code problem;
  if (fs::is_directory(folder, problem)) {
    if (access(folder.c_str(), W_OK | X_OK) != 0)
      refuse(fmt::format("cannot write here: {}", std::strerror(errno)));
    return;
  }
  if (fs::exists(fs::symlink_status(folder, problem))) refuse("is no folder");
  // Makes the first folder that is missing, to see whether that is allowed.
  fs::path first = fs::absolute(folder).lexically_normal();
  while (!fs::exists(first.parent_path(), problem) && first != first.parent_path())
    first = first.parent_path();
  if (!fs::create_directory(first, problem)) refuse("cannot be made: " + problem.message());
  fs::remove(first);
}

void write_file(const std::string& file, const std::string& content) {
  if (file == "-") {
    if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() ||
        std::fflush(stdout) != 0) {
      throw std::runtime_error(
          fmt::format("standard output: cannot write: {}", std::strerror(errno)));
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
