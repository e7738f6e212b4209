// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/constant.h"

#include <fmt/format.h>

#include <algorithm>

namespace superwarp::ask {
namespace {

constexpr std::size_t kMostValues = 65536;

/// Part of a source, with the columns of the whole.
Source part(const Source& whole, std::size_t begin, std::size_t end) {
  return {whole.what, whole.text, begin, end};
}

}  // namespace

std::size_t closing(const Source& source, const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t place = open; place < tokens.size(); ++place) {
    if (tokens[place].is("[") || tokens[place].is("(")) ++depth;
    if (tokens[place].is("]") || tokens[place].is(")")) --depth;
    if (depth == 0) return place;
  }
  source.refuse(tokens.back().column, "expected ']', found the end");
}

std::int64_t constant_value(const Source& source, const Scope& constants,
                            const std::vector<std::int64_t>& variables) {
  const Expression expression = parse(source, constants);
  if (expression.type.kind != Type::Kind::kInteger)
    source.refuse(source.begin + 1, "expected a whole number");
  try {
    return expression.value(variables);
  } catch (const Undefined& error) {
    source.refuse(error.column(), error.what());
  }
}

std::pair<std::string, Source> definition(const Source& source, const Scope& scope,
                                          const std::string& otherwise) {
  const std::size_t sign = source.text.find('=');
  const bool has_value = sign != std::string::npos;
  const std::vector<Token> name = tokens_of(part(source, 0, has_value ? sign : source.text.size()));
  if (name.size() != 2 || name[0].kind != Token::Kind::kName || (!has_value && otherwise.empty())) {
    source.refuse(name.front().column,
                  fmt::format("expected NAME=VALUE, found {}", shown(name.front())));
  }
  if (names_element(name[0].text) || scope.count(name[0].text) > 0 ||
      scope.count(name[0].text + ".x") > 0) {
    source.refuse(
        name[0].column,
        fmt::format("'{:.40}' already has a meaning, expected another name", name[0].text));
  }
  return {name[0].text,
          has_value ? part(source, sign + 1, source.text.size()) : Source{source.what, otherwise}};
}

std::vector<std::int64_t> listed_values(const Source& source, const Scope& constants,
                                        const std::vector<std::int64_t>& variables) {
  const std::vector<Token> tokens = tokens_of(source);
  std::vector<std::int64_t> values;
  std::size_t begin = source.begin;
  std::vector<std::int64_t> range;  // the ends before the present token
  int depth = 0;
  for (const Token& token : tokens) {
    if (token.is("(")) ++depth;
    if (token.is(")")) --depth;
    const bool ends = token.kind == Token::Kind::kEnd || (depth == 0 && token.is(","));
    if (!ends && !(depth == 0 && token.is(".."))) continue;
    range.push_back(constant_value(part(source, begin, token.column - 1), constants, variables));
    begin = token.column - 1 + token.text.size();
    if (!ends) continue;
    if (range.size() > 2) source.refuse(token.column, "expected a range of two ends, as in 0..31");
    if (range.back() < range.front()) {
      source.refuse(token.column,
                    fmt::format("the range from {} to {} is empty", range.front(), range.back()));
    }
    const auto length =
        static_cast<std::uint64_t>(range.back()) - static_cast<std::uint64_t>(range.front());
    if (length >= kMostValues || values.size() + length >= kMostValues)
      source.refuse(token.column, fmt::format("expected at most {} values", kMostValues));
    for (std::int64_t value = range.front();; ++value) {
      values.push_back(value);
      if (value == range.back()) break;
    }
    range.clear();
  }
  return values;
}

}  // namespace superwarp::ask
