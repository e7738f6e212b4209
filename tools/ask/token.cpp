// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/token.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace superwarp::ask {
namespace {

constexpr std::size_t kLongestText = 4096;

// Longer ones first. Those that the grammar lacks are here to be named in messages.
constexpr std::array<std::string_view, 47> kSigns = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
    "&&",  "||",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "::", "..",
    "+",   "-",   "*",   "/",  "%",  "&",  "|",  "^",  "~",  "!",  "<",  ">",
    "?",   ":",   "(",   ")",  "[",  "]",  ".",  ",",  ";",  "=",  "'"};

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool continues_name(char c) { return begins_name(c) || (c >= '0' && c <= '9'); }

/// The length of the number that begins at `place`, with its suffix, as C delimits it: "0x1fUL",
/// "1e-5f". A range, "0..31", ends its first number before the dots.
std::size_t number_length(const std::string& text, std::size_t place) {
  std::size_t end = place;
  while (end < text.size()) {
    const char c = text[end];
    const bool dots = text.compare(end, 2, "..") == 0;
    if (!(continues_name(c) || c == '\'' || (c == '.' && !dots))) break;
    ++end;
    const bool hex = text.compare(place, 2, "0x") == 0 || text.compare(place, 2, "0X") == 0;
    if (!hex && (c == 'e' || c == 'E') && end < text.size() &&
        (text[end] == '+' || text[end] == '-'))
      ++end;
  }
  return end - place;
}

}  // namespace

std::vector<Token> tokens_of(const Source& source) {
  const std::string& text = source.text;
  if (text.size() > kLongestText)
    source.refuse(kLongestText + 1, fmt::format("expected at most {} characters", kLongestText));
  const std::size_t end = std::min(source.end, text.size());
  std::vector<Token> tokens;
  std::size_t place = source.begin;
  while (true) {
    while (place < end && (text[place] == ' ' || text[place] == '\t' || text[place] == '\n' ||
                           text[place] == '\r'))
      ++place;
    const std::size_t column = place + 1;
    if (place >= end) {
      tokens.push_back({Token::Kind::kEnd, "", column});
      return tokens;
    }
    std::size_t length = 0;
    Token::Kind kind = Token::Kind::kSign;
    if (begins_name(text[place])) {
      kind = Token::Kind::kName;
      while (place + length < end && continues_name(text[place + length])) ++length;
    } else if (std::isdigit(static_cast<unsigned char>(text[place])) != 0) {
      kind = Token::Kind::kNumber;
      length = number_length(text, place);
    } else {
      const auto* const sign =
          std::find_if(kSigns.begin(), kSigns.end(), [&](std::string_view candidate) {
            return text.compare(place, candidate.size(), candidate) == 0;
          });
      if (sign == kSigns.end()) {
        const char c = text[place];
        source.refuse(column, c > ' ' && c <= '~'
                                  ? fmt::format("'{}' is no part of an expression", c)
                                  : std::string("a character that is no part of an expression"));
      }
      length = sign->size();
    }
    tokens.push_back({kind, text.substr(place, length), column});
    place += length;
  }
}

std::string shown(const Token& token) {
  return token.kind == Token::Kind::kEnd ? "the end" : fmt::format("'{:.40}'", token.text);
}

}  // namespace superwarp::ask
