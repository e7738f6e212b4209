// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

namespace superwarp::sysc {

/// A hash of texts one after another, for names of what is kept of them.
class ContentHash {
 public:
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
