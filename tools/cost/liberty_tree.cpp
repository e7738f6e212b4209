// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/liberty_tree.h"

#include <fmt/format.h>

#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace superwarp::cost {
namespace {

/// Reads groups one inside the other. A file of faulty depth must not end the program's stack.
class LibertyReader {
 public:
  LibertyReader(const std::string& text, std::string name) : text_(text), name_(std::move(name)) {}

  LibertyGroup whole() {
    LibertyGroup top;
    statements(top, 0);
    if (at_ < text_.size()) fail("a '}' too many");
    return top;
  }

 private:
  static constexpr int kMostDepth = 20;

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(fmt::format("{}: {} at letter {}", name_, what, at_));
  }

  void skip() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (text_.compare(at_, 2, "/*") == 0) {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string::npos ? text_.size() : end + 2;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0 || c == '\\' || c == ';') {
        ++at_;
      } else {
        return;
      }
    }
  }

  /// Everything up to one of `ends`, without quotes, backslashes and blanks around it.
  std::string until(const char* ends) {
    std::string found;
    bool quoted = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && std::string(ends).find(c) != std::string::npos) {
        break;
      } else if (c != '\\') {
        found += c;
      }
    }
    if (at_ == text_.size()) fail(fmt::format("expected one of '{}', not the end", ends));
    const std::size_t begin = found.find_first_not_of(" \t\n\r");
    if (begin == std::string::npos) return "";
    return found.substr(begin, found.find_last_not_of(" \t\n\r") - begin + 1);
  }

  void statements(LibertyGroup& into, int depth) {
    if (depth > kMostDepth) fail("groups too deep");
    for (skip(); at_ < text_.size() && text_[at_] != '}'; skip()) {
      const std::string word = until(":({;}");
      if (word.empty() || text_[at_] == '{' || text_[at_] == '}') fail("expected a name");
      if (text_[at_] == ':') {
        ++at_;
        into.attributes[word] = until(";\n");
        continue;
      }
      if (text_[at_] == ';') continue;
      ++at_;
      const std::string inside = until(")");
      ++at_;
      skip_blanks();
      if (at_ == text_.size() || text_[at_] != '{') {
        into.attributes[word] = inside;
        continue;
      }
      ++at_;
      LibertyGroup group{word, inside, {}, {}};
      statements(group, depth + 1);
      if (at_ == text_.size()) fail(fmt::format("group {} ({}) has no end", word, inside));
      ++at_;
      into.groups.push_back(std::move(group));
    }
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }

  const std::string& text_;
  std::string name_;
  std::size_t at_ = 0;
};

}  // namespace

std::string LibertyGroup::text(const std::string& attribute) const {
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? "" : found->second;
}

const LibertyGroup* LibertyGroup::group(const std::string& of_kind) const {
  for (const LibertyGroup& one : groups)
    if (one.kind == of_kind) return &one;
  return nullptr;
}

LibertyGroup read_liberty_tree(const std::string& text, const std::string& name) {
  return LibertyReader(text, name).whole();
}

std::vector<double> numbers_in(const std::string& value) {
  std::vector<double> numbers;
  const char* at = value.c_str();
  while (*at != '\0') {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end == at) {
      ++at;
    } else {
      numbers.push_back(number);
      at = end;
    }
  }
  return numbers;
}

}  // namespace superwarp::cost
