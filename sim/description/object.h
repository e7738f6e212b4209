// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/description/node.h"

namespace superwarp::description {

/// One object of a description file, read strictly. Every error is an InputError with file, line,
/// the value found and the value expected. Every name that is read becomes known; finish() refuses
/// unknown names and suggests the nearest known one. A null counts as absent.
class Object {
 public:
  /// `node` must outlive this. Messages call it `path` ("patterns[3].access"), which is empty for
  /// the whole file. Throws InputError if `node` is no object.
  Object(std::string file, const Node& node, std::string path);

  [[nodiscard]] bool has(const std::string& key);
  std::string text(const std::string& key);
  [[nodiscard]] std::string text_or(const std::string& key, const std::string& otherwise);
  /// One of `choices`.
  std::string choice(const std::string& key, const std::vector<std::string>& choices);
  /// A whole number from `least` to `most`.
  [[nodiscard]] std::uint64_t natural(const std::string& key, std::uint64_t least, std::uint64_t most);
  [[nodiscard]] std::uint64_t natural_or(const std::string& key, std::uint64_t least, std::uint64_t most,
                                         std::uint64_t otherwise);
  /// A number from `least` to 1e15; sums of larger numbers would lose precision.
  [[nodiscard]] double number(const std::string& key, double least);
  [[nodiscard]] std::optional<double> number_if(const std::string& key, double least);
  [[nodiscard]] bool flag(const std::string& key);
  [[nodiscard]] Object object(const std::string& key);
  [[nodiscard]] std::vector<Object> objects(const std::string& key);
  [[nodiscard]] std::vector<std::string> texts(const std::string& key);
  /// A list of whole numbers from `least` to `most`. A null in it becomes `null`, if that is given.
  [[nodiscard]] std::vector<std::uint64_t> naturals(const std::string& key, std::uint64_t least, std::uint64_t most,
                                                    const std::optional<std::uint64_t>& null = std::nullopt);
  /// The names in the object.
  [[nodiscard]] std::vector<std::string> keys() const;

  /// Throws InputError for a name that was not read.
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
