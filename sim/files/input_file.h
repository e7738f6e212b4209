// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace superwarp::files {

/// Packed data that cannot be unpacked: damaged, cut off, or larger than a reader should hold.
class DamagedFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What users call standard input where a file is to be read, and what messages call it.
inline constexpr const char* kStandardInput = "-";
std::string input_name(const std::string& path);

/// A text to read as a stream, in bounded memory, whatever it is packed in: plain, gzip (RFC 1952,
/// several members too) or xz; told by its first bytes, not by its name, so that pipes work and
/// standard input does.
///
/// Reading throws DamagedFile where the packed data are wrong, and std::runtime_error where the
/// system cannot read on.
class InputFile : public std::istream {
 public:
  /// Throws std::runtime_error, without the name, if `path` is a folder or cannot be opened.
  explicit InputFile(const std::string& path);
  ~InputFile() override;

  /// The beginning of the text, some KiB of it if it has as many; to be asked before reading.
  [[nodiscard]] std::string_view head();

  /// Share of the file that has been read, 0 to 1; 0 where it has no size (pipes).
  [[nodiscard]] double share() const;

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace superwarp::files
