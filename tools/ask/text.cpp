// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

namespace superwarp::ask {
namespace {

constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kBefore = 60;  // characters shown before the column of a refusal
constexpr std::size_t kShown = 90;

// Longer ones first. Those that the grammar lacks are here to be named in messages.
constexpr std::array<std::string_view, 47> kSigns = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=",
    "*=",  "/=",  "%=",  "&=", "|=", "^=", "::", "..", "+",  "-",  "*",  "/",  "%",  "&",  "|",  "^",
    "~",   "!",   "<",   ">",  "?",  ":",  "(",  ")",  "[",  "]",  ".",  ",",  ";",  "=",  "'"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c); }

/// The end of the number that begins at `place`, with its suffix, as C delimits it: "0x1fUL",
/// "1e-5f". A range, "0..31", ends its first number before the dots.
std::size_t end_of_number(const std::string& text, std::size_t place) {
  const bool hex = text.compare(place, 2, "0x") == 0 || text.compare(place, 2, "0X") == 0;
  std::size_t end = place;
  while (end < text.size() &&
         (continues_name(text[end]) || text[end] == '\'' || (text[end] == '.' && text.compare(end, 2, "..") != 0))) {
    const bool exponent = !hex && (text[end] == 'e' || text[end] == 'E');
    ++end;
    if (exponent && end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
  }
  return end;
}

/// The token at `place`, which is no blank.
Token token_at(const Source& source, std::size_t place, std::size_t end) {
  const std::string& text = source.text;
  const auto from_here = [&](Token::Kind kind, std::size_t length) {
    return Token{kind, text.substr(place, length), place + 1};
  };
  if (begins_name(text[place])) {
    std::size_t last = place;
    while (last < end && continues_name(text[last])) ++last;
    return from_here(Token::Kind::kName, last - place);
  }
  if (is_digit(text[place])) return from_here(Token::Kind::kNumber, end_of_number(text, place) - place);
  for (const std::string_view sign : kSigns) {
    if (text.compare(place, sign.size(), sign) == 0) return from_here(Token::Kind::kSign, sign.size());
  }
  const char c = text[place];
  source.refuse(place + 1, c > ' ' && c <= '~' ? fmt::format("'{}' is no part of an expression", c)
                                               : "a character that is no part of an expression");
}

/// Messages for tokens that C has and the grammar lacks.
std::string hint(const Token& token) {
  static const std::set<std::string> changes = {
      "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "++", "<<=", ">>=", "--"};
  if (changes.count(token.text) > 0) return "; an expression changes nothing";
  if (token.is("=")) return "; give one access, and 'tile[...] =' for a store";
  if (token.is(",")) return "; a subscript has its own brackets, tile[y][x]";
  if (token.is(";")) return "; give one access without ';'";
  if (token.is("::") || token.is("->")) return "; 'superwarp record' compiles C++";
  return "";
}

}  // namespace

void Source::refuse(std::size_t column, const std::string& message) const {
  const std::size_t place = std::min(column - 1, text.size());
  const std::size_t first = place > kBefore ? place - kBefore : 0;
  std::string line = text.substr(first, kShown);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  throw Refusal(fmt::format("{}, column {}: {}\n  {}\n  {:>{}}", what, column, message, line, "^", place - first + 1));
}

std::vector<Token> tokens_of(const Source& source) {
  const std::string& text = source.text;
  if (text.size() > kLongestText)
    source.refuse(kLongestText + 1, fmt::format("expected at most {} characters", kLongestText));
  const std::size_t end = std::min(source.end, text.size());
  std::vector<Token> tokens;
  std::size_t place = source.begin;
  while (true) {
    while (place < end && std::string_view(" \t\n\r").find(text[place]) != std::string_view::npos) ++place;
    if (place >= end) break;
    tokens.push_back(token_at(source, place, end));
    place += tokens.back().text.size();
  }
  tokens.push_back({Token::Kind::kEnd, "", place + 1});
  return tokens;
}

std::string shown(const Token& token) {
  return token.kind == Token::Kind::kEnd ? "the end" : fmt::format("'{:.40}'", token.text);
}

void unexpected(const Source& source, const Token& token, const std::string& expected) {
  source.refuse(token.column, fmt::format("expected {}, found {}{}", expected, shown(token), hint(token)));
}

std::size_t closing(const Source& source, const std::vector<Token>& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t place = open; place < tokens.size(); ++place) {
    if (tokens[place].is("[") || tokens[place].is("(")) ++depth;
    if (tokens[place].is("]") || tokens[place].is(")")) --depth;
    if (depth == 0) return place;
  }
  source.refuse(tokens.back().column, "expected ']', found the end");
}

}  // namespace superwarp::ask
