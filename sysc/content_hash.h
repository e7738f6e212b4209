// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace superwarp::sysc {

/// A hash of a list of texts; ("ab", "c") and ("a", "bc") differ. Names cache entries and detects
/// damaged ones.
class ContentHash {
 public:
  static constexpr std::size_t kHexSize = 32;  ///< letters of hex()

  void add(const std::string& text);
  [[nodiscard]] std::string hex() const;

 private:
  std::string texts_;  ///< each after its size
};

}  // namespace superwarp::sysc
