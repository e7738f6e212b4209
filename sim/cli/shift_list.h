// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <string>
#include <vector>

namespace superwarp::cli {

/// What --shifts gives: a list "0,0,2", or the name of a file of numbers, which may be endless.
class ShiftList {
 public:
  /// Throws UsageError if that is neither.
  explicit ShiftList(const std::string& text);

  /// The shifts of the first `rows` rows, or as many as there are. Reads no further. Throws
  /// UsageError for what is no shift, and where there is none at all.
  std::vector<std::uint32_t> first(std::uint64_t rows);

 private:
  /// Reads one more, separated by blanks, commas or line ends; false at the end.
  bool read_next();

  std::string where_;  ///< what messages call it
  std::unique_ptr<std::istream> in_;
  std::uint64_t line_ = 1;
  std::vector<std::uint32_t> shifts_;
};

}  // namespace superwarp::cli
