// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/declaration.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "model/machine/nearest_name.h"

namespace superwarp::ask {
namespace {

constexpr std::size_t kMostValues = 65536;
constexpr std::size_t kMostExtents = 8;

/// The words before the first '[': qualifiers, type, name. Returns the number of the '['.
std::size_t read_words(const Source& source, const std::vector<Token>& tokens, Tile& tile) {
  static const std::set<std::string> qualifiers = {"__shared__", "extern", "static", "const", "volatile"};
  std::vector<Token> words;
  std::size_t place = 0;
  for (; tokens[place].kind == Token::Kind::kName; ++place)
    if (qualifiers.count(tokens[place].text) == 0) words.push_back(tokens[place]);
  const Token& next = tokens[place];
  if (words.size() < 2) {
    source.refuse(next.column, fmt::format("expected a declaration such as 'float tile[32][33]', "
                                           "found {}",
                                           shown(next)));
  }
  tile.name = words.back().text;
  words.pop_back();
  if (!next.is("[")) {
    source.refuse(next.column, fmt::format("expected '[' and the size of {:.40}, found {}", tile.name, shown(next)));
  }
  std::vector<std::string> type;
  for (const Token& word : words) {
    if (!names_element(word.text)) {
      source.refuse(word.column, fmt::format("'{:.40}' is no type of CUDA C++{}", word.text,
                                             did_you_mean(word.text, element_names())));
    }
    type.push_back(word.text);
  }
  tile.element = element_of(source, words.front().column, type);
  return place;
}

}  // namespace

Constant constant_of(const Source& source, const Scope& constants, const Variables& variables) {
  const Expression expression = parse(source, constants);
  if (expression.type.kind != Type::Kind::kInteger) source.refuse(source.begin + 1, "expected a whole number");
  try {
    return {expression.type, expression.value(variables)};
  } catch (const Undefined& error) {
    source.refuse(error.column, error.what());
  }
}

std::pair<std::string, Source> definition(const Source& source, const Scope& scope, const std::string& otherwise) {
  const std::size_t sign = std::min(source.text.find('='), source.text.size());
  const bool has_value = sign < source.text.size();
  const std::vector<Token> tokens = tokens_of(source.part(0, sign));
  const Token& name = tokens.front();
  if (tokens.size() != 2 || name.kind != Token::Kind::kName || (!has_value && otherwise.empty()))
    source.refuse(name.column, fmt::format("expected NAME=VALUE, found {}", shown(name)));
  if (names_element(name.text) || scope.count(name.text) > 0 || scope.count(name.text + ".x") > 0) {
    source.refuse(name.column, fmt::format("'{:.40}' already has a meaning, expected another name", name.text));
  }
  return {name.text, has_value ? source.part(sign + 1, source.text.size()) : Source{source.what, otherwise}};
}

std::vector<std::int64_t> listed_values(const Source& source, const Scope& constants, const Variables& variables) {
  std::vector<std::int64_t> values;
  std::size_t begin = source.begin;
  std::vector<std::int64_t> range;  // the ends before the present token
  int depth = 0;
  for (const Token& token : tokens_of(source)) {
    if (token.is("(")) ++depth;
    if (token.is(")")) --depth;
    const bool ends = token.kind == Token::Kind::kEnd || (depth == 0 && token.is(","));
    if (!ends && !(depth == 0 && token.is(".."))) continue;
    range.push_back(constant_of(source.part(begin, token.column - 1), constants, variables).value);
    begin = token.column - 1 + token.text.size();
    if (!ends) continue;
    if (range.size() > 2) source.refuse(token.column, "expected a range of two ends, as in 0..31");
    if (range.back() < range.front()) {
      source.refuse(token.column, fmt::format("the range from {} to {} is empty", range.front(), range.back()));
    }
    const auto length = static_cast<std::uint64_t>(range.back()) - static_cast<std::uint64_t>(range.front());
    if (length >= kMostValues || values.size() + length >= kMostValues)
      source.refuse(token.column, fmt::format("expected at most {} values", kMostValues));
    for (std::uint64_t i = 0; i <= length; ++i) values.push_back(range.front() + static_cast<std::int64_t>(i));
    range.clear();
  }
  return values;
}

Tile parse_tile(const Source& source, const Scope& constants, const Variables& variables) {
  const std::vector<Token> tokens = tokens_of(source);
  Tile tile;
  std::size_t place = read_words(source, tokens, tile);
  while (tokens[place].is("[")) {
    const std::size_t close = closing(source, tokens, place);
    const std::size_t column = tokens[place].column;
    const bool empty = close == place + 1;
    if (empty && !tile.extents.empty()) source.refuse(column, "only the first size may be left out");
    if (tile.extents.size() == kMostExtents)
      source.refuse(column, fmt::format("expected at most {} dimensions", kMostExtents));
    std::int64_t extent = 0;
    if (!empty) {
      extent = constant_of(source.part(column, tokens[close].column - 1), constants, variables).value;
      if (extent < 1 || static_cast<std::uint64_t>(extent) > kMostBytes)
        source.refuse(column + 1, fmt::format("a size of {}, expected 1 to {}", extent, kMostBytes));
    }
    tile.extents.push_back(static_cast<std::uint64_t>(extent));
    if (tile.bytes() > kMostBytes) source.refuse(column, fmt::format("more than {} bytes", kMostBytes));
    place = close + 1;
  }
  if (tokens[place].is(";")) ++place;
  if (tokens[place].kind != Token::Kind::kEnd) {
    source.refuse(tokens[place].column, fmt::format("expected '[' or the end, found {}; give one "
                                                    "tile with each option",
                                                    shown(tokens[place])));
  }
  return tile;
}

std::string declaration(const Tile& tile) {
  if (tile.name.empty()) return "byte addresses";
  std::string text = tile.element.name + " " + tile.name;
  for (const std::uint64_t extent : tile.extents) text += extent == 0 ? "[]" : fmt::format("[{}]", extent);
  return text;
}

std::string indexed(const Tile& tile, const std::string& number) {
  if (tile.name.empty()) return fmt::format("{}, i = byte / {}", number, tile.element.bytes());
  if (tile.extents.size() == 1) return fmt::format("{}[{}]", tile.name, number);
  return fmt::format("(({}*){})[{}]", tile.element.name, tile.name, number);
}

bool take_operation(Source& source, const Scope& scope, Instruction& instruction) {
  struct Prefix {
    gpu::Operation operation;
    std::uint32_t lanes = ~0U;  // that give an address
  };
  static const std::map<std::string, Prefix> prefixes = {{"atomic", {gpu::Operation::kAtomic}},
                                                         {"count", {gpu::Operation::kCount}},
                                                         {"ldmatrix", {gpu::Operation::kMatrixRead, 32}},
                                                         {"ldmatrix.x1", {gpu::Operation::kMatrixRead, 8}},
                                                         {"ldmatrix.x2", {gpu::Operation::kMatrixRead, 16}},
                                                         {"ldmatrix.x4", {gpu::Operation::kMatrixRead, 32}},
                                                         {"stmatrix", {gpu::Operation::kMatrixWrite, 32}},
                                                         {"stmatrix.x1", {gpu::Operation::kMatrixWrite, 8}},
                                                         {"stmatrix.x2", {gpu::Operation::kMatrixWrite, 16}},
                                                         {"stmatrix.x4", {gpu::Operation::kMatrixWrite, 32}}};
  const std::size_t first = source.text.find_first_not_of(" \t\r\n");
  const std::size_t end = source.text.find_first_of(" \t\r\n", first);
  if (first == std::string::npos || end == std::string::npos) return false;
  const std::string word = source.text.substr(first, end - first);
  const auto known = prefixes.find(word);
  if (known == prefixes.end() || scope.count(word) > 0) return false;
  source.begin = end;
  instruction.operation = known->second.operation;
  instruction.lanes = known->second.lanes;
  return true;
}

}  // namespace superwarp::ask
