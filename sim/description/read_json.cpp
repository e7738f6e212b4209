// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <boost/iterator/iterator_adaptor.hpp>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sim/description/node.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"
#include "sim/trace/read_file.h"

namespace superwarp::description {
namespace {

using Json = nlohmann::json;

/// Iterates over characters and counts lines, because the parser does not report positions.
class CountingIterator
    : public boost::iterator_adaptor<CountingIterator, const char*, const char, boost::single_pass_traversal_tag> {
 public:
  CountingIterator(const char* at, std::uint64_t* line) : iterator_adaptor_(at), line_(line) {}

 private:
  friend class boost::iterator_core_access;
  void increment() {
    if (*base_reference()++ == '\n') ++*line_;
  }

  std::uint64_t* line_;
};

/// Builds the tree from the parser's events.
class Builder final : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string file, const std::uint64_t* line) : file_(std::move(file)), line_(line) {}

  Node take() { return std::move(root_); }

  bool null() override { return add({}); }
  bool boolean(bool value) override {
    Node node = of(Node::Kind::kBoolean);
    node.boolean = value;
    return add(node);
  }
  bool number_integer(number_integer_t value) override { return number(static_cast<double>(value)); }
  bool number_unsigned(number_unsigned_t value) override {
    Node node = of(Node::Kind::kNumber);
    node.number = static_cast<double>(value);
    node.whole = true;
    node.natural = value;
    return add(node);
  }
  bool number_float(number_float_t value, const string_t& /*text*/) override { return number(value); }
  bool string(string_t& value) override {
    Node node = of(Node::Kind::kText);
    node.text = value;
    return add(node);
  }
  bool binary(binary_t& /*value*/) override { return false; }
  bool start_object(std::size_t /*size*/) override { return open(Node::Kind::kObject); }
  bool start_array(std::size_t /*size*/) override { return open(Node::Kind::kList); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    const auto& members = open_.back()->members;
    const bool twice =
        std::any_of(members.begin(), members.end(), [&](const auto& member) { return member.first == value; });
    if (twice) {
      throw trace::InputError(file_, *line_,
                              fmt::format("{} appears here a second time", trace::shown(std::string_view(value))));
    }
    key_ = value;
    key_line_ = *line_;
    return true;
  }
  bool parse_error(std::size_t /*position*/, const std::string& /*token*/, const Json::exception& error) override {
    constexpr std::string_view kLastRead = "last read: '";
    constexpr std::size_t kShownToken = 24;  // a text without its closing quote is a long token
    std::string what = error.what();         // [json.exception.parse_error.101] parse error at line 1, ...
    const std::size_t reason = what.find(": ");
    if (reason != std::string::npos) what.erase(0, reason + 2);
    const bool ended =
        what.find("end of input") != std::string::npos || what.find("missing closing quote") != std::string::npos;
    const std::size_t token = what.find(kLastRead);
    if (token != std::string::npos && what.size() > token + kLastRead.size() + kShownToken) {
      what.replace(token + kLastRead.size(), what.size() - token - kLastRead.size() - kShownToken, "..");
    }
    throw trace::InputError(file_, *line_,
                            fmt::format("is no JSON from here on: {:.200}{}", trace::printable(what),
                                        ended ? " (the file may be cut off)" : ""));
  }

 private:
  [[nodiscard]] Node of(Node::Kind kind) const {
    Node node;
    node.kind = kind;
    return node;
  }
  bool number(double value) {
    Node node = of(Node::Kind::kNumber);
    node.number = value;
    return add(node);
  }
  /// Adds a value. Pointers to values stay valid, since their parent grows only after they are
  /// closed.
  bool add(Node node) {
    place(std::move(node));
    return true;
  }
  Node* place(Node node) {
    node.line = *line_;
    if (open_.empty()) {
      root_ = std::move(node);
      return &root_;
    }
    Node& parent = *open_.back();
    if (parent.kind == Node::Kind::kList) return &parent.items.emplace_back(std::move(node));
    node.line = key_line_;
    return &parent.members.emplace_back(key_, std::move(node)).second;
  }
  bool open(Node::Kind kind) {
    constexpr std::size_t kDeepest = 64;  // limits the recursion of destructors
    if (open_.size() == kDeepest)
      throw trace::InputError(file_, *line_, fmt::format("nests deeper than {} levels", kDeepest));
    open_.push_back(place(of(kind)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  std::string file_;
  const std::uint64_t* line_;
  Node root_;
  std::vector<Node*> open_;
  std::string key_;
  std::uint64_t key_line_ = 0;
};

}  // namespace

Node read_json(const std::string& file) {
  const auto text = [](files::InputFile& in, const std::string& /*name*/) { return in.rest(); };
  return parse_json(trace::read_file(file, text), files::input_name(file), 1);
}

Node parse_json(std::string_view text, const std::string& file, std::uint64_t line) {
  Builder builder(file, &line);
  Json::sax_parse(CountingIterator(text.data(), &line), CountingIterator(text.data() + text.size(), &line), &builder);
  return builder.take();
}

}  // namespace superwarp::description
