// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace superwarp::sysc {

/// A hash of texts, each as long as it is: ("ab", "c") and ("a", "bc") differ. For names of what is
/// kept of them, and to see whether it is whole.
class ContentHash {
 public:
  static constexpr std::size_t kHexSize = 32;  ///< letters of hex()

  ContentHash();
  ~ContentHash();
  ContentHash(const ContentHash&) = delete;
  ContentHash& operator=(const ContentHash&) = delete;

  void add(const std::string& text);
  [[nodiscard]] std::string hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace superwarp::sysc
