// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

/// \file
/// What all targets share. A target reads the bytes as its parser reads a file: it takes them, or
/// refuses them with what the program shows as a message. Anything else is a fault: another
/// exception, what a sanitizer says, an end that never comes.

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

/// A file in memory with this content, for parsers that want a name.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& content) : file_(memfd_create("fuzz", 0)) {
    replace(content);
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  void replace(const std::string& content) {
    if (ftruncate(file_, 0) != 0 ||
        pwrite(file_, content.data(), content.size(), 0) != static_cast<ssize_t>(content.size()))
      throw std::logic_error("no memory for a file");
  }

  [[nodiscard]] std::string name() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace superwarp::fuzz
