// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/description/node.h"

namespace superwarp::description {

/// One object of a description file, read strictly: every complaint is an InputError with file and
/// line, what was found there and what was expected. Asking for a name makes it known; finish()
/// then refuses all others with the nearest known one. A null stands for nothing.
class Object {
 public:
  /// `node` must outlive this; `path` is what messages call it ("patterns[3].access"), empty for
  /// the whole file. Throws InputError if it is no object.
  Object(std::string file, const Node& node, std::string path);

  [[nodiscard]] bool has(const std::string& key);
  std::string text(const std::string& key);
  [[nodiscard]] std::string text_or(const std::string& key, const std::string& otherwise);
  /// One of `choices`.
  std::string choice(const std::string& key, const std::vector<std::string>& choices);
  /// A whole number from `least` to `most`.
  [[nodiscard]] std::uint64_t natural(const std::string& key, std::uint64_t least,
                                      std::uint64_t most);
  [[nodiscard]] std::uint64_t natural_or(const std::string& key, std::uint64_t least,
                                         std::uint64_t most, std::uint64_t otherwise);
  /// A number from `least` to 1e15: sums of those beyond lose what they are to tell.
  [[nodiscard]] double number(const std::string& key, double least);
  [[nodiscard]] std::optional<double> number_if(const std::string& key, double least);
  [[nodiscard]] bool flag(const std::string& key);
  [[nodiscard]] Object object(const std::string& key);
  [[nodiscard]] std::vector<Object> objects(const std::string& key);
  [[nodiscard]] std::vector<std::string> texts(const std::string& key);
  /// The names that stand in it.
  [[nodiscard]] std::vector<std::string> keys() const;

  /// Throws InputError for a name that nothing asked for.
  void finish() const;

  /// Throws InputError at `key`, or at the object where `key` is empty.
  [[noreturn]] void refuse(const std::string& key, const std::string& message) const;

 private:
  /// Null if absent or null.
  const Node* find(const std::string& key);
  const Node& need(const std::string& key, const char* expected);
  [[nodiscard]] std::string path_of(const std::string& key) const;

  std::string file_;
  const Node* node_;
  std::string path_;
  std::vector<std::string> known_;
};

}  // namespace superwarp::description
