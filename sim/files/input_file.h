// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

namespace superwarp::files {

/// A text that cannot be read: longer than its limit, or compressed data that are damaged, cut off
/// or in need of too much memory.
class DamagedFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The longest text that is kept whole: a design space, a description, a table, a list. It bounds
/// the memory of an endless input such as /dev/zero.
inline constexpr std::uint64_t kLongestText = std::uint64_t{256} << 20U;
/// For readers that keep only what they check and count.
inline constexpr std::uint64_t kAnyLength = ~std::uint64_t{0};

/// The file name that stands for standard input.
inline constexpr const char* kStandardInput = "-";

/// The name of a file in messages and reports.
std::string input_name(const std::string& path);

/// A text that is read as a stream in bounded memory: plain, gzip (RFC 1952, with any number of
/// members), xz or zstd. The first bytes decide, not the name, so pipes and standard input work
/// too. A byte order mark of UTF-8 at the beginning is skipped.
///
/// Reading throws DamagedFile for a text of more than `longest` bytes and for wrong compressed
/// data, and std::runtime_error if the system cannot read.
class InputFile : public std::istream {
 public:
  /// Throws std::runtime_error, whose message lacks the name, if `path` is a folder, cannot be
  /// opened, or has a control character.
  explicit InputFile(const std::string& path, std::uint64_t longest = kLongestText);
  ~InputFile() override;

  /// The beginning of the text, up to some KiB. Call it before reading.
  [[nodiscard]] std::string_view head();

  /// All of the text that has not been read.
  std::string rest();

  /// The share of the file that has been read, 0 to 1; 0 for a pipe, which has no size.
  [[nodiscard]] double share() const;

 private:
  class Buffer;
  std::unique_ptr<Buffer> buffer_;
};

}  // namespace superwarp::files
