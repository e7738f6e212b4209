#include <fmt/format.h>
#include <toml++/toml.h>

#include "sim/description/node.h"
#include "sim/description/read_text.h"
#include "sim/trace/fields.h"
#include "sim/trace/input_error.h"

namespace superwarp::description {
namespace {

Node node_of(const toml::node& from) {
  Node node;
  node.line = from.source().begin.line;
  if (const auto* table = from.as_table()) {
    node.kind = Node::Kind::kObject;
    for (const auto& [key, value] : *table) {
      node.members.emplace_back(std::string(key.str()), node_of(value));
      node.members.back().second.line = key.source().begin.line;
    }
  } else if (const auto* array = from.as_array()) {
    node.kind = Node::Kind::kList;
    for (const toml::node& item : *array) node.items.push_back(node_of(item));
  } else if (const auto* text = from.as_string()) {
    node.kind = Node::Kind::kText;
    node.text = text->get();
  } else if (const auto* whole = from.as_integer()) {
    node.kind = Node::Kind::kNumber;
    node.number = static_cast<double>(whole->get());
    node.whole = whole->get() >= 0;
    node.natural = node.whole ? static_cast<std::uint64_t>(whole->get()) : 0;
  } else if (const auto* number = from.as_floating_point()) {
    node.kind = Node::Kind::kNumber;
    node.number = number->get();
  } else if (const auto* boolean = from.as_boolean()) {
    node.kind = Node::Kind::kBoolean;
    node.boolean = boolean->get();
  }  // dates are of no use to anybody here and count as nothing
  return node;
}

}  // namespace

Node read_toml(const std::string& file) {
  try {
    return node_of(toml::parse(read_text(file), file));
  } catch (const toml::parse_error& error) {
    throw trace::InputError(
        file, error.source().begin.line,
        fmt::format("is no TOML from here on: {:.200}", trace::printable(error.description())));
  }
}

}  // namespace superwarp::description
