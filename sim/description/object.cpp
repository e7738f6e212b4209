// SPDX-License-Identifier: Apache-2.0
#include "sim/description/object.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "model/machine/nearest_name.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"

namespace superwarp::description {

std::string shown(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kNull:
      return "nothing";
    case Node::Kind::kBoolean:
      return node.boolean ? "true" : "false";
    case Node::Kind::kNumber:
      return node.whole ? std::to_string(node.natural) : fmt::format("{}", node.number);
    case Node::Kind::kText:
      return fmt::format("'{:.60}'", node.text);
    case Node::Kind::kList:
      return "a list";
    default:
      return "an object";
  }
}

Object::Object(std::string file, const Node& node, std::string path)
    : file_(std::move(file)), node_(&node), path_(std::move(path)) {
  if (node.kind != Node::Kind::kObject) {
    throw trace::InputError(
        file_, node.line,
        fmt::format("{} is {}, expected an object of named values", path_.empty() ? "the file" : path_, shown(node)));
  }
}

std::string Object::path_of(const std::string& key) const {
  if (key.empty()) return path_.empty() ? "the file" : path_;
  return path_.empty() ? key : path_ + "." + key;
}

void Object::refuse(const std::string& key, const std::string& message) const {
  std::uint64_t line = node_->line;
  for (const auto& [name, node] : node_->members) {
    if (name == key) line = node.line;
  }
  throw trace::InputError(file_, line, trace::printable(fmt::format("{} {}", path_of(key), message)));
}

const Node* Object::find(const std::string& key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  for (const auto& [name, node] : node_->members) {
    if (name == key) return node.kind == Node::Kind::kNull ? nullptr : &node;
  }
  return nullptr;
}

const Node& Object::need(const std::string& key, const char* expected) {
  const Node* const node = find(key);
  if (node == nullptr) refuse(key, fmt::format("is missing, expected {}", expected));
  return *node;
}

bool Object::has(const std::string& key) { return find(key) != nullptr; }

std::string Object::text(const std::string& key) {
  const Node& node = need(key, "a text");
  if (node.kind != Node::Kind::kText || node.text.empty())
    refuse(key, fmt::format("is {}, expected a text", shown(node)));
  return node.text;
}

std::string Object::text_or(const std::string& key, const std::string& otherwise) {
  return has(key) ? text(key) : otherwise;
}

std::string Object::choice(const std::string& key, const std::vector<std::string>& choices) {
  std::string value = text(key);
  if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
    refuse(key,
           fmt::format("is '{:.60}'{} There are: {}", value, did_you_mean(value, choices), fmt::join(choices, ", ")));
  }
  return value;
}

std::uint64_t Object::natural(const std::string& key, std::uint64_t least, std::uint64_t most) {
  const std::string expected = fmt::format("a whole number from {} to {}", least, most);
  const Node& node = need(key, expected.c_str());
  if (node.kind != Node::Kind::kNumber || !node.whole || node.natural < least || node.natural > most) {
    refuse(key, fmt::format("is {}, expected {}", shown(node), expected));
  }
  return node.natural;
}

std::uint64_t Object::natural_or(const std::string& key, std::uint64_t least, std::uint64_t most,
                                 std::uint64_t otherwise) {
  return has(key) ? natural(key, least, most) : otherwise;
}

double Object::number(const std::string& key, double least) {
  constexpr double kMost = 1e15;
  const std::string expected = fmt::format("a number from {} to {:g}", least, kMost);
  const Node& node = need(key, expected.c_str());
  if (node.kind != Node::Kind::kNumber || !(node.number >= least && node.number <= kMost))
    refuse(key, fmt::format("is {}, expected {}", shown(node), expected));
  return node.number;
}

std::optional<double> Object::number_if(const std::string& key, double least) {
  return has(key) ? std::optional<double>(number(key, least)) : std::nullopt;
}

bool Object::flag(const std::string& key) {
  const Node& node = need(key, "true or false");
  if (node.kind != Node::Kind::kBoolean) refuse(key, fmt::format("is {}, expected true or false", shown(node)));
  return node.boolean;
}

Object Object::object(const std::string& key) { return {file_, need(key, "an object of named values"), path_of(key)}; }

std::vector<Object> Object::objects(const std::string& key) {
  const Node& list = need(key, "a list of objects");
  if (list.kind != Node::Kind::kList || list.items.empty())
    refuse(key, fmt::format("is {}, expected a list of objects", shown(list)));
  std::vector<Object> all;
  for (const Node& item : list.items) all.emplace_back(file_, item, fmt::format("{}[{}]", path_of(key), all.size()));
  return all;
}

std::vector<std::string> Object::texts(const std::string& key) {
  const Node& list = need(key, "a list of texts");
  std::vector<std::string> all;
  const bool is_list = list.kind == Node::Kind::kList;
  for (const Node& item : list.items) {
    if (item.kind == Node::Kind::kText && !item.text.empty()) all.push_back(item.text);
  }
  if (!is_list || all.empty() || all.size() != list.items.size())
    refuse(key, "is no list of texts, expected one or more");
  return all;
}

std::vector<std::uint64_t> Object::naturals(const std::string& key, std::uint64_t least, std::uint64_t most,
                                            const std::optional<std::uint64_t>& null) {
  const std::string expected = fmt::format("whole numbers from {} to {}{}", least, most, null ? " or null" : "");
  const Node& list = need(key, expected.c_str());
  if (list.kind != Node::Kind::kList || list.items.empty())
    refuse(key, fmt::format("is {}, expected a list of {}", shown(list), expected));
  std::vector<std::uint64_t> all;
  for (const Node& item : list.items) {
    if (item.kind == Node::Kind::kNull && null) {
      all.push_back(*null);
    } else if (item.kind == Node::Kind::kNumber && item.whole && item.natural >= least && item.natural <= most) {
      all.push_back(item.natural);
    } else {
      refuse(key, fmt::format("has {}, expected {}", shown(item), expected));
    }
  }
  return all;
}

std::vector<std::string> Object::keys() const {
  std::vector<std::string> all;
  for (const auto& [name, node] : node_->members) all.push_back(name);
  return all;
}

void Object::finish() const {
  for (const auto& [name, node] : node_->members) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    throw trace::InputError(file_, node.line,
                            fmt::format("{} is not expected here{} There are: {}", trace::printable(path_of(name)),
                                        did_you_mean(name, known_), fmt::join(known_, ", ")));
  }
}

}  // namespace superwarp::description
