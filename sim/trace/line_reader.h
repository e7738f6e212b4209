// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace superwarp::trace {

/// Reads any text line by line in bounded memory. Lines end in LF or CR LF.
class LineReader {
 public:
  static constexpr std::size_t kLongestLine = 65536;  ///< bytes, without the line end

  /// `in` must outlive this; messages call it `name`.
  LineReader(std::istream& in, std::string name);

  /// The next line without its line end, valid until the next call; false at the end of the text.
  /// Throws InputError for a line over kLongestLine, a last line without a line end (the file may
  /// be cut off) and a failure to read.
  bool next(std::string_view& line);

  /// The number of the last line, from 1; 0 before the first.
  [[nodiscard]] std::uint64_t number() const { return number_; }

 private:
  std::istream& in_;
  std::string name_;
  std::vector<char> buffer_;
  std::uint64_t number_ = 0;
};

}  // namespace superwarp::trace
