// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/rewrite.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "tools/kernels/record/tokens.h"

namespace superwarp::record {
namespace {

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
  [[nodiscard]] std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }

  /// Three `bracket`s from token i on, side by side unless they may be `apart`: some editors write
  /// `<< <`.
  [[nodiscard]] bool is_bracket(std::size_t i, char bracket, bool apart) const {
    for (std::size_t n = 0; n < 3; ++n) {
      if (text(i + n) != std::string_view(&bracket, 1)) return false;
    }
    return apart || tokens_[i + 2].at == tokens_[i].at + 2;
  }

  /// The first of the three brackets that end the configuration from token i on.
  [[nodiscard]] std::optional<std::size_t> end_of_configuration(std::size_t i, bool apart) const {
    for (std::size_t depth = 0; i < tokens_.size() && text(i) != ";"; ++i) {
      const std::string_view t = text(i);
      if (t == "(" || t == "[" || t == "{") ++depth;
      if (t == ")" || t == "]" || t == "}") --depth;
      if (depth == 0 && is_bracket(i, '>', apart) && text(i + 3) == "(") return i;
    }
    return std::nullopt;
  }

  /// The token that closes what token i opens.
  [[nodiscard]] std::optional<std::size_t> closing(std::size_t i) const {
    std::size_t depth = 0;
    for (; i < tokens_.size(); ++i) {
      const std::string_view t = text(i);
      if (t == "(" || t == "[" || t == "{") ++depth;
      if ((t == ")" || t == "]" || t == "}") && --depth == 0) return i;
    }
    return std::nullopt;
  }

  /// The token that opens what token i closes, among `open` and `close`; brackets of other kinds
  /// are skipped whole.
  [[nodiscard]] std::optional<std::size_t> opening(std::size_t i, std::string_view open,
                                                   std::string_view close) const {
    std::size_t depth = 0;
    for (;; --i) {
      if (text(i) == close) ++depth;
      if (text(i) == open && --depth == 0) return i;
      if (i == 0 || text(i) == ";" || text(i) == "{") return std::nullopt;
      if (text(i) != ")" || close == ")") continue;
      const std::optional<std::size_t> inner = opening(i, "(", ")");
      if (!inner) return std::nullopt;
      i = *inner;
    }
  }

  /// The first token of the name that ends before token i: `space::kernel<T, 4>`.
  [[nodiscard]] std::optional<std::size_t> name_before(std::size_t i) const {
    if (i == 0) return std::nullopt;
    --i;
    if (text(i) == ")") return opening(i, "(", ")");
    if (text(i) == ">") {
      const std::optional<std::size_t> angle = opening(i, "<", ">");
      if (!angle || *angle == 0) return std::nullopt;
      i = *angle - 1;
    }
    while (text(i) == "]") {
      const std::optional<std::size_t> bracket = opening(i, "[", "]");
      if (!bracket || *bracket == 0) return std::nullopt;
      i = *bracket - 1;
    }
    while (i >= 3 && text(i - 1) == ":" && text(i - 2) == ":") i -= 3;
    return i;
  }

  void launch(std::size_t i) {
    const std::optional<std::size_t> name = name_before(i);
    std::optional<std::size_t> found = end_of_configuration(i + 3, false);
    if (!found) found = end_of_configuration(i + 3, true);
    if (!name || !found) return;
    const std::size_t end = *found;
    const std::string_view callee =
        source_.substr(tokens_[*name].at, tokens_[i].at - tokens_[*name].at);
    // The configuration stays where it stands, so that its lines do.
    replace(tokens_[*name].at, tokens_[i + 2].end(),
            fmt::format("::superwarp_record::launch({}, ::superwarp_record::configuration(",
                        literal(callee)));
    replace(tokens_[end].at, tokens_[end + 2].end(),
            fmt::format("), [=](auto... superwarp_arguments) {{ {}(superwarp_arguments...); }})",
                        without_newlines(callee)));
    null_arguments(end + 3);
  }

  /// NULL is a number to a template, and no pointer.
  void null_arguments(std::size_t open) {
    const std::optional<std::size_t> close = closing(open);
    for (std::size_t i = open; close && i < *close; ++i) {
      if (text(i) == "NULL") replace(tokens_[i].at, tokens_[i].end(), "nullptr");
    }
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
    const std::optional<std::size_t> close = text(i + 1) == "(" ? closing(i + 1) : std::nullopt;
    if (!close || text(*close + 1) != ";" || text(*close - 2) != "," || !begins_statement(i))
      return;
    const std::string_view one = text(*close - 1);
    if (one != "1" && one != "1u" && one != "1U") return;
    replace(tokens_[i].at, tokens_[i].end(), "::superwarp_record::count_one");
    replace(tokens_[*close - 2].at, tokens_[*close - 1].end(), "");
  }

  void dynamic_array(std::size_t i) {
    std::size_t shared = 0;
    for (std::size_t n = i + 1; n < tokens_.size(); ++n) {
      const std::string_view t = text(n);
      if (t == "__shared__") shared = n;
      if (t == "(" && text(n - 1) != "__align__") return;
      if (t == "{" || t == "extern") return;
      if (t != ";") continue;
      if (shared == 0) return;
      replace(tokens_[shared].at, tokens_[shared].end(), "");
      replace(tokens_[n].at, tokens_[n].at, " __asm__(\"superwarp_dynamic_shared\")");
      return;
    }
  }

  /// C++ has an alignment before all else; to nvcc, __shared__ is an attribute as well.
  void alignment(std::size_t i) {
    const std::optional<std::size_t> close = closing(i + 2);
    if (!close) return;
    const std::size_t at = tokens_[i + 1].at;
    replace(tokens_[i].at, tokens_[*close].end(),
            std::string(source_.substr(at, tokens_[*close].end() - at)) + " __shared__");
  }

  void kernel(std::size_t i) {
    for (std::size_t n = i + 1; n < tokens_.size(); ++n) {
      if (text(n) == ";") return;
      if (text(n) == "(") {
        const std::optional<std::size_t> close = closing(n);
        if (!close) return;
        n = *close;
      } else if (text(n) == "{") {
        replace(tokens_[n].end(), tokens_[n].end(),
                " if (!::superwarp_record::kernel(__PRETTY_FUNCTION__)) return;");
        return;
      }
    }
  }

  /// A kernel that is cast to void* has lost its parameters: `((void*)kernel, ...`.
  void cast(std::size_t open) {
    if (text(open) != "(" || text(open + 1) != "(") return;
    const std::optional<std::size_t> close = closing(open + 1);
    if (!close || text(*close - 1) != "*" || text(*close - 2) != "void") return;
    replace(tokens_[open + 1].at, tokens_[*close].end(), "");
  }

  void assembly(std::size_t i) {
    std::size_t open = i + 1;
    while (text(open) == "volatile" || text(open) == "__volatile__") ++open;
    const std::optional<std::size_t> close = text(open) == "(" ? closing(open) : std::nullopt;
    if (!close) return;
    replace(tokens_[i].at, tokens_[*close].end(),
            "::superwarp_record::unsupported(\"inline PTX\", __FILE__, __LINE__)");
  }

  static std::size_t lines_in(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  }

  static std::string without_newlines(std::string_view text) {
    std::string one(text);
    std::replace(one.begin(), one.end(), '\n', ' ');
    return one;
  }

  static std::string literal(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
      if (c == '"' || c == '\\') quoted += '\\';
      quoted += c == '\n' ? ' ' : c;
    }
    return quoted + "\"";
  }

  /// Lines behind the edit keep their numbers.
  void replace(std::size_t at, std::size_t end, const std::string& text) {
    const std::size_t lost = lines_in(source_.substr(at, end - at)) - lines_in(text);
    edits_.push_back({at, end, text + std::string(lost, '\n')});
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
  std::vector<Token> tokens_;
  std::vector<Edit> edits_;
};

}  // namespace

std::string rewritten(std::string_view source) { return Rewriter(source).run(); }

bool needs_rewriting(std::string_view source) {
  for (const std::string_view word :
       {"<<", "__shared__", "__global__", "asm", "atomicAdd", "cudaLaunch"}) {
    if (source.find(word) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace superwarp::record
