#include "sim/files/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace superwarp {
namespace {

// An interrupt must find the unfinished file without touching the heap, hence one fixed place for its name. One
// file is written at a time.
std::array<char, PATH_MAX> unfinished{};

extern "C" void remove_unfinished(int signal) {
  if (unfinished[0] != '\0') unlink(unfinished.data());
  std::signal(signal, SIG_DFL);
  raise(signal);
}

void watch(const std::filesystem::path& file) {
  std::strncpy(unfinished.data(), file.c_str(), unfinished.size() - 1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, remove_unfinished);
}

void unwatch() { unfinished[0] = '\0'; }

}  // namespace

OutputFile::OutputFile(std::filesystem::path file)
    : file_(std::move(file)), partial_(fmt::format("{}.partial-{}", file_.string(), getpid())) {
  if (std::filesystem::exists(file_) && !std::filesystem::is_regular_file(file_)) {
    throw std::runtime_error(fmt::format("{}: is no regular file, expected one to write or replace", file_.string()));
  }
  const int fd = open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) {
    throw std::runtime_error(fmt::format("{}: cannot write here: {}", file_.string(), std::strerror(errno)));
  }
  close(fd);
  watch(partial_);
}

OutputFile::~OutputFile() {
  if (!committed_) unlink(partial_.c_str());
  unwatch();
}

void OutputFile::commit() {
  std::error_code failure;
  std::filesystem::rename(partial_, file_, failure);
  if (failure) {
    throw std::runtime_error(fmt::format("{}: cannot write: {}", file_.string(), failure.message()));
  }
  committed_ = true;
}

namespace {

void write_all(const std::filesystem::path& where, const std::string& content, const std::string& name) {
  errno = 0;
  std::ofstream stream(where, std::ios::binary);
  stream << content;
  stream.close();
  if (!stream) throw std::runtime_error(fmt::format("{}: cannot write all of it: {}", name, std::strerror(errno)));
}

}  // namespace

void write_file(const std::string& file, const std::string& content) {
  if (file == "-") {
    if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() || std::fflush(stdout) != 0) {
      throw std::runtime_error(fmt::format("standard output: cannot write: {}", std::strerror(errno)));
    }
  } else if (std::filesystem::exists(file) && !std::filesystem::is_regular_file(file)) {
    write_all(file, content, file);  // a pipe or a device cannot be replaced, and a folder says so itself
  } else {
    OutputFile out(file);
    write_all(out.partial(), content, file);
    out.commit();
  }
}

}  // namespace superwarp
