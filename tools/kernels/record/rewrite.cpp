// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

namespace superwarp::record {
namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Behind the next `end` from `from` on; the end of `source` if there is none.
std::size_t behind(std::string_view source, std::string_view end, std::size_t from) {
  const std::size_t found = source.find(end, from);
  return found == std::string_view::npos ? source.size() : found + end.size();
}

/// Behind the literal that begins at `at` with a quote.
std::size_t behind_literal(std::string_view source, std::size_t at) {
  const char quote = source[at];
  for (std::size_t i = at + 1; i < source.size(); ++i) {
    if (source[i] == '\\') {
      ++i;
    } else if (source[i] == quote || source[i] == '\n') {
      return i + 1;
    }
  }
  return source.size();
}

/// Behind the name, number or raw string that begins at `at`.
std::size_t behind_word(std::string_view source, std::size_t at) {
  const auto next = [&](std::size_t i) { return i < source.size() ? source[i] : '\0'; };
  const bool number = std::isdigit(static_cast<unsigned char>(source[at])) != 0;
  std::size_t end = at + 1;
  // 1'000, 1.5e-3: a quote or a point belongs to a number.
  while (is_name(next(end)) || (number && (next(end) == '.' || (next(end) == '\'' && is_name(next(end + 1)))))) ++end;
  const std::string_view name = source.substr(at, end - at);
  if (next(end) != '"' || (name != "R" && name != "LR" && name != "uR" && name != "UR" && name != "u8R")) return end;
  const std::size_t open = source.find('(', end);
  if (open == std::string_view::npos) return source.size();
  return behind(source, ")" + std::string(source.substr(end + 1, open - end - 1)) + "\"", open);
}

/// The tokens of `source`, without comments: names, numbers, literals and single characters of
/// punctuation. Lines of the preprocessor are tokens like others, as a macro may hold a launch. An
/// unterminated comment or literal ends with the source; the compiler reports it.
std::vector<std::string_view> tokens_of(std::string_view source) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = 0, end = 0; at < source.size(); at = end) {
    const char c = source[at];
    end = at + 1;
    if (source.substr(at, 2) == "//") {
      end = std::min(source.find('\n', at), source.size());
    } else if (source.substr(at, 2) == "/*") {
      end = behind(source, "*/", at + 2);
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0 && c != '\\') {
      if (c == '"' || c == '\'') end = behind_literal(source, at);
      if (is_name(c)) end = behind_word(source, at);
      tokens.push_back(source.substr(at, end - at));
    }
  }
  return tokens;
}

/// Text that takes the place of source from `at` to `end`.
struct Edit {
  std::size_t at = 0;
  std::size_t end = 0;
  std::string text;
};

class Rewriter {
 public:
  explicit Rewriter(std::string_view source) : source_(source), tokens_(tokens_of(source)) {}

  std::string run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (is_bracket(i, '<', true)) launch(i);
      if (text(i) == "extern") dynamic_array(i);
      if (text(i) == "__shared__" && text(i + 1) == "alignas") alignment(i);
      if (text(i) == "__global__") kernel(i);
      if (text(i) == "cudaLaunchKernel" || text(i) == "cudaLaunchCooperativeKernel") cast(i + 1);
      if (text(i) == "atomicAdd") dropped_sum(i);
      if (text(i) == "asm" || text(i) == "__asm__") assembly(i);
    }
    return apply();
  }

 private:
  using Place = std::optional<std::size_t>;  // a token

  [[nodiscard]] std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i] : std::string_view();
  }
  [[nodiscard]] std::size_t at(std::size_t i) const {
    return static_cast<std::size_t>(tokens_[i].data() - source_.data());
  }
  [[nodiscard]] std::size_t end(std::size_t i) const { return at(i) + tokens_[i].size(); }
  [[nodiscard]] bool opens(std::size_t i) const { return text(i) == "(" || text(i) == "[" || text(i) == "{"; }
  [[nodiscard]] bool closes(std::size_t i) const { return text(i) == ")" || text(i) == "]" || text(i) == "}"; }

  /// Three `bracket`s from token i on, side by side unless they may be `apart`: some editors write
  /// `<< <`.
  [[nodiscard]] bool is_bracket(std::size_t i, char bracket, bool apart) const {
    for (std::size_t n = 0; n < 3; ++n)
      if (text(i + n) != std::string_view(&bracket, 1)) return false;
    return apart || at(i + 2) == at(i) + 2;
  }

  /// The first of the three brackets that end the configuration from token i on.
  [[nodiscard]] Place end_of_configuration(std::size_t i, bool apart) const {
    for (std::size_t depth = 0; i < tokens_.size() && text(i) != ";"; ++i) {
      if (opens(i)) ++depth;
      if (closes(i)) --depth;
      if (depth == 0 && is_bracket(i, '>', apart) && text(i + 3) == "(") return i;
    }
    return std::nullopt;
  }

  /// The token that closes what token i opens.
  [[nodiscard]] Place closing(std::size_t i) const {
    for (std::size_t depth = 0; i < tokens_.size(); ++i) {
      if (opens(i)) ++depth;
      if (closes(i) && --depth == 0) return i;
    }
    return std::nullopt;
  }

  /// The token that opens what token i closes, among `open` and `close`; brackets of other kinds
  /// are skipped whole.
  [[nodiscard]] Place opening(std::size_t i, std::string_view open, std::string_view close) const {
    for (std::size_t depth = 0;; --i) {
      if (text(i) == close) ++depth;
      if (text(i) == open && --depth == 0) return i;
      if (i == 0 || text(i) == ";" || text(i) == "{") return std::nullopt;
      if (text(i) != ")" || close == ")") continue;
      const Place inner = opening(i, "(", ")");
      if (!inner) return std::nullopt;
      i = *inner;
    }
  }

  /// The first token of the name that ends before token i: `space::kernel<T, 4>`.
  [[nodiscard]] Place name_before(std::size_t i) const {
    if (i == 0) return std::nullopt;
    --i;
    if (text(i) == ")") return opening(i, "(", ")");
    const auto skip = [&](std::string_view open, std::string_view close) {
      const Place found = opening(i, open, close);
      if (found && *found > 0) i = *found - 1;
      return found && *found > 0;
    };
    if (text(i) == ">" && !skip("<", ">")) return std::nullopt;
    while (text(i) == "]")
      if (!skip("[", "]")) return std::nullopt;
    while (i >= 3 && text(i - 1) == ":" && text(i - 2) == ":") i -= 3;
    return i;
  }

  void launch(std::size_t i) {
    const Place name = name_before(i);
    Place found = end_of_configuration(i + 3, false);
    if (!found) found = end_of_configuration(i + 3, true);
    if (!name || !found) return;
    std::string callee(source_.substr(at(*name), at(i) - at(*name)));
    std::replace(callee.begin(), callee.end(), '\n', ' ');
    // The configuration stays where it stands, so that its lines do.
    replace(at(*name), end(i + 2),
            fmt::format("::superwarp_record::launch({}, ::superwarp_record::configuration(", literal(callee)));
    replace(at(*found), end(*found + 2),
            fmt::format("), [=](auto... superwarp_arguments) {{ {}(superwarp_arguments...); }})", callee));
    // NULL is a number to a template, and no pointer.
    const Place close = closing(*found + 3);
    for (std::size_t n = *found + 3; close && n < *close; ++n)
      if (text(n) == "NULL") replace(at(n), end(n), "nullptr");
  }

  /// Does a statement begin with token i?
  [[nodiscard]] bool begins_statement(std::size_t i) const {
    if (i == 0) return false;
    const std::string_view before = text(--i);
    if (before != ")") return before == ";" || before == "{" || before == "}" || before == "else";
    for (std::size_t depth = 0; i > 0; --i) {  // behind `if (..)`, `for (..; ..)`
      if (text(i) == ")") ++depth;
      if (text(i) == "(" && --depth == 0) break;
    }
    return i > 0 && (text(i - 1) == "if" || text(i - 1) == "for" || text(i - 1) == "while");
  }

  /// `atomicAdd(address, 1);`, whose result is dropped: GPUs count the lanes of a word at once.
  void dropped_sum(std::size_t i) {
    const Place close = text(i + 1) == "(" ? closing(i + 1) : std::nullopt;
    if (!close || text(*close + 1) != ";" || text(*close - 2) != "," || !begins_statement(i)) return;
    const std::string_view one = text(*close - 1);
    if (one != "1" && one != "1u" && one != "1U") return;
    replace(at(i), end(i), "::superwarp_record::count_one");
    replace(at(*close - 2), end(*close - 1), "");
  }

  void dynamic_array(std::size_t i) {
    Place shared;
    for (std::size_t n = i + 1; n < tokens_.size(); ++n) {
      if (text(n) == "__shared__") shared = n;
      if (text(n) == "(" && text(n - 1) != "__align__") return;
      if (text(n) == "{" || text(n) == "extern") return;
      if (text(n) != ";") continue;
      if (!shared) return;
      replace(at(*shared), end(*shared), "");
      replace(at(n), at(n), " __asm__(\"superwarp_dynamic_shared\")");
      return;
    }
  }

  /// C++ has an alignment before all else; to nvcc, __shared__ is an attribute as well.
  void alignment(std::size_t i) {
    const Place close = closing(i + 2);
    if (!close) return;
    replace(at(i), end(*close), std::string(source_.substr(at(i + 1), end(*close) - at(i + 1))) + " __shared__");
  }

  void kernel(std::size_t i) {
    for (std::size_t n = i + 1; n < tokens_.size() && text(n) != ";"; ++n) {
      if (text(n) == "(") {
        const Place close = closing(n);
        if (!close) return;
        n = *close;
      } else if (text(n) == "{") {
        replace(end(n), end(n), " if (!::superwarp_record::kernel(__PRETTY_FUNCTION__)) return;");
        return;
      }
    }
  }

  /// A kernel that is cast to void* has lost its parameters: `((void*)kernel, ...`.
  void cast(std::size_t open) {
    if (text(open) != "(" || text(open + 1) != "(") return;
    const Place close = closing(open + 1);
    if (!close || text(*close - 1) != "*" || text(*close - 2) != "void") return;
    replace(at(open + 1), end(*close), "");
  }

  void assembly(std::size_t i) {
    std::size_t open = i + 1;
    while (text(open) == "volatile" || text(open) == "__volatile__") ++open;
    const Place close = text(open) == "(" ? closing(open) : std::nullopt;
    if (!close) return;
    replace(at(i), end(*close), "::superwarp_record::unsupported(\"inline PTX\", __FILE__, __LINE__)");
  }

  static std::string literal(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c;
    }
    return quoted + "\"";
  }

  /// Lines behind the edit keep their numbers.
  void replace(std::size_t from, std::size_t to, const std::string& text) {
    const auto lines = [](std::string_view some) {
      return static_cast<std::size_t>(std::count(some.begin(), some.end(), '\n'));
    };
    const std::size_t lost = lines(source_.substr(from, to - from)) - lines(text);
    edits_.push_back({from, to, text + std::string(lost, '\n')});
  }

  std::string apply() {
    std::stable_sort(edits_.begin(), edits_.end(),
                     [](const Edit& one, const Edit& other) { return one.at < other.at; });
    std::string result;
    std::size_t done = 0;
    for (const Edit& edit : edits_) {
      if (edit.at < done) continue;  // within another
      result += source_.substr(done, edit.at - done);
      result += edit.text;
      done = edit.end;
    }
    result += source_.substr(done);
    return result;
  }

  std::string_view source_;
  std::vector<std::string_view> tokens_;
  std::vector<Edit> edits_;
};

}  // namespace

std::string rewritten(std::string_view source) { return Rewriter(source).run(); }

}  // namespace superwarp::record
