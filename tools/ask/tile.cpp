// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/tile.h"

#include <fmt/format.h>

#include "model/machine/nearest_name.h"
#include "tools/ask/constant.h"
#include "tools/ask/token.h"

namespace superwarp::ask {
namespace {

constexpr std::size_t kMostExtents = 8;

bool is_qualifier(const std::string& word) {
  return word == "__shared__" || word == "extern" || word == "static" || word == "const" ||
         word == "volatile";
}

/// The words before the first '[': qualifiers, type, name. Returns the number of the '['.
std::size_t read_words(const Source& source, const std::vector<Token>& tokens, Tile& tile) {
  std::vector<Token> words;
  std::size_t place = 0;
  for (; tokens[place].kind == Token::Kind::kName; ++place) {
    if (!is_qualifier(tokens[place].text)) words.push_back(tokens[place]);
  }
  const Token& next = tokens[place];
  if (words.size() < 2) {
    source.refuse(next.column, fmt::format("expected a declaration such as 'float tile[32][33]', "
                                           "found {}",
                                           shown(next)));
  }
  if (!next.is("[")) {
    source.refuse(next.column, fmt::format("expected '[' and the size of {:.40}, found {}",
                                           words.back().text, shown(next)));
  }
  tile.name = words.back().text;
  words.pop_back();
  std::vector<std::string> type;
  for (const Token& word : words) {
    if (!names_element(word.text)) {
      source.refuse(word.column, fmt::format("'{:.40}' is no type of CUDA C++{}", word.text,
                                             did_you_mean(word.text, element_names())));
    }
    type.push_back(word.text);
  }
  try {
    tile.element = element_of(type);
  } catch (const std::invalid_argument& error) {
    source.refuse(words.front().column, error.what());
  }
  return place;
}

}  // namespace

Tile parse_tile(const Source& source, const Scope& constants,
                const std::vector<std::int64_t>& variables) {
  const std::vector<Token> tokens = tokens_of(source);
  Tile tile;
  std::size_t place = read_words(source, tokens, tile);
  while (tokens[place].is("[")) {
    const std::size_t close = closing(source, tokens, place);
    const std::size_t column = tokens[place].column;
    const bool empty = close == place + 1;
    if (empty && !tile.extents.empty())
      source.refuse(column, "only the first size may be left out");
    if (tile.extents.size() == kMostExtents)
      source.refuse(column, fmt::format("expected at most {} dimensions", kMostExtents));
    std::int64_t extent = 0;
    if (!empty) {
      extent = constant_value({source.what, source.text, column, tokens[close].column - 1},
                              constants, variables);
      if (extent < 1 || static_cast<std::uint64_t>(extent) > kMostBytes)
        source.refuse(column + 1,
                      fmt::format("a size of {}, expected 1 to {}", extent, kMostBytes));
    }
    tile.extents.push_back(static_cast<std::uint64_t>(extent));
    if (tile.bytes() > kMostBytes)
      source.refuse(column, fmt::format("more than {} bytes", kMostBytes));
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
  for (const std::uint64_t extent : tile.extents)
    text += extent == 0 ? "[]" : fmt::format("[{}]", extent);
  return text;
}

std::string indexed(const Tile& tile, const std::string& number) {
  if (tile.name.empty()) return fmt::format("{}, i = byte / {}", number, tile.element.bytes());
  if (tile.extents.size() == 1) return fmt::format("{}[{}]", tile.name, number);
  return fmt::format("(({}*){})[{}]", tile.element.name, tile.name, number);
}

}  // namespace superwarp::ask
