// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

/// \file
/// Shared by all targets. A target parses the bytes like a file. It accepts them or throws an
/// exception that the program shows as a message. Everything else is a fault: another exception, a
/// sanitizer's report, a time-out.

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace superwarp::fuzz {

template <class Read>
int taken_or_refused(const std::uint8_t* data, std::size_t size, Read read) {
  try {
    read(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const std::runtime_error&) {  // InputError, UsageError, DamagedFile
  } catch (const std::invalid_argument&) {
  }
  return 0;
}

/// A file in memory, for parsers that take a file name.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& content) : file_(memfd_create("fuzz", 0)) { replace(content); }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void replace(const std::string& content) {
    if (ftruncate(file_, 0) != 0 ||
        pwrite(file_, content.data(), content.size(), 0) != static_cast<ssize_t>(content.size()))
      throw std::logic_error("a file in memory cannot be written");
  }

  [[nodiscard]] std::string name() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace superwarp::fuzz
