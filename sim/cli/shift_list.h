// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <vector>

namespace superwarp::cli {

/// The value of --shifts: a list "0,0,2", or a file of numbers, which may be endless.
class ShiftList {
 public:
  /// Throws UsageError if it is neither.
  explicit ShiftList(const std::string& text);

  /// The shifts of the first `rows` rows, or fewer if there are fewer. Reads no further. Throws
  /// UsageError for a word that is no shift, and if there is no shift at all.
  std::vector<std::uint32_t> first(std::uint64_t rows);

 private:
  /// Reads one more shift; blanks, commas and line ends separate them. False at the end.
  bool read_next();

  std::string where_;  ///< name in messages
  std::unique_ptr<std::istream> in_;
  std::uint64_t line_ = 1;
  std::vector<std::uint32_t> shifts_;
};

}  // namespace superwarp::cli
