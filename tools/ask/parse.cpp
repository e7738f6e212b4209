// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "model/machine/nearest_name.h"
#include "tools/ask/builder.h"
#include "tools/ask/expression.h"
#include "tools/ask/literal.h"
#include "tools/ask/token.h"

namespace superwarp::ask {
namespace {

using Kind = Node::Kind;
using Operator = Node::Operator;

constexpr int kDeepest = 200;  // nested operands

struct BinaryOperator {
  const char* sign;
  int rank;  ///< C's precedence; more binds closer
  Operator op;
};

constexpr std::array<BinaryOperator, 18> kBinary = {{{"||", 1, Operator::kNone},
                                                     {"&&", 2, Operator::kNone},
                                                     {"|", 3, Operator::kOr},
                                                     {"^", 4, Operator::kXor},
                                                     {"&", 5, Operator::kAnd},
                                                     {"==", 6, Operator::kEqual},
                                                     {"!=", 6, Operator::kUnequal},
                                                     {"<", 7, Operator::kLess},
                                                     {">", 7, Operator::kGreater},
                                                     {"<=", 7, Operator::kLessEqual},
                                                     {">=", 7, Operator::kGreaterEqual},
                                                     {"<<", 8, Operator::kShiftLeft},
                                                     {">>", 8, Operator::kShiftRight},
                                                     {"+", 9, Operator::kAdd},
                                                     {"-", 9, Operator::kSubtract},
                                                     {"*", 10, Operator::kMultiply},
                                                     {"/", 10, Operator::kDivide},
                                                     {"%", 10, Operator::kRemainder}}};

/// Messages for tokens that C has and the grammar lacks.
std::string hint(const Token& token) {
  static const std::array<std::string_view, 10> assignments = {
      "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  if (std::find(assignments.begin(), assignments.end(), token.text) != assignments.end() ||
      token.is("++") || token.is("--"))
    return "; an expression changes nothing";
  if (token.is("=")) return "; give one access, and 'tile[...] =' for a store";
  if (token.is(",")) return "; a subscript has its own brackets, tile[y][x]";
  if (token.is(";")) return "; give one access without ';'";
  if (token.is("::") || token.is("->")) return "; 'superwarp record' compiles C++";
  return "";
}

/// A type, and whether it is a pointer to it.
struct TypeName {
  Element element;
  bool pointer = false;
};

class Parser {
 public:
  Parser(const Source& source, const Scope& scope)
      : source_(source), scope_(scope), tokens_(tokens_of(source)) {}

  Expression parse(bool is_access) {
    const Operand whole = conditional();
    const bool stores = is_access && now().is("=") && tokens_[place_ + 1].kind == Token::Kind::kEnd;
    if (stores) ++place_;
    if (now().kind != Token::Kind::kEnd) unexpected("an operator or the end");
    Expression expression = std::move(build_).finish(whole);
    expression.stores = stores;
    return expression;
  }

 private:
  [[nodiscard]] const Token& now() const { return tokens_[place_]; }

  [[noreturn]] void unexpected(const std::string& expected) const {
    source_.refuse(now().column,
                   fmt::format("expected {}, found {}{}", expected, shown(now()), hint(now())));
  }

  bool take(const char* sign) {
    if (!now().is(sign)) return false;
    ++place_;
    return true;
  }

  void expect(const char* sign) {
    if (!take(sign)) unexpected(fmt::format("'{}'", sign));
  }

  Operand conditional() {
    const Nested nested(*this);
    const Operand condition = binary(1);
    const std::size_t column = now().column;
    if (!take("?")) return condition;
    const Operand yes = conditional();
    expect(":");
    return build_.select(condition, yes, conditional(), column);
  }

  [[nodiscard]] const BinaryOperator* operator_here(int rank) const {
    const auto* const found =
        std::find_if(kBinary.begin(), kBinary.end(), [&](const BinaryOperator& candidate) {
          return now().is(candidate.sign) && candidate.rank >= rank;
        });
    return found == kBinary.end() ? nullptr : found;
  }

  Operand binary(int rank) {
    Operand left = unary();
    while (const BinaryOperator* const found = operator_here(rank)) {
      const std::size_t column = now().column;
      ++place_;
      const Operand right = binary(found->rank + 1);
      left = found->op != Operator::kNone
                 ? build_.binary(found->op, left, right, column)
                 : build_.logical(found->rank == 1 ? Kind::kOr : Kind::kAnd, left, right, column);
    }
    return left;
  }

  Operand unary() {
    const Nested nested(*this);
    const std::size_t column = now().column;
    if (take("&")) return build_.address(unary(), column);
    if (take("*")) return build_.target(unary(), column);
    if (take("+")) return build_.plus(unary(), column);
    if (take("-")) return build_.unary(Operator::kMinus, unary(), column);
    if (take("~")) return build_.unary(Operator::kComplement, unary(), column);
    if (take("!")) return build_.unary(Operator::kNot, unary(), column);
    if (now().is("(") && type_follows()) {
      ++place_;
      const TypeName type = type_name();
      expect(")");
      return build_.conversion(type.element, type.pointer, unary(), column);
    }
    return postfix();
  }

  [[nodiscard]] bool type_follows() const {
    const Token& next = tokens_[place_ + 1];
    return next.kind == Token::Kind::kName && scope_.count(next.text) == 0 &&
           (names_element(next.text) || next.text == "const" || next.text == "volatile");
  }

  TypeName type_name() {
    std::vector<std::string> words;
    const std::size_t column = now().column;
    for (; now().kind == Token::Kind::kName; ++place_) {
      if (now().text != "const" && now().text != "volatile") words.push_back(now().text);
    }
    if (words.empty()) unexpected("a type");
    try {
      return {element_of(words), take("*")};
    } catch (const std::invalid_argument& error) {
      source_.refuse(column, error.what());
    }
  }

  Operand postfix() {
    Operand operand = primary();
    while (true) {
      const std::size_t column = now().column;
      if (take("[")) {
        const Operand index = conditional();
        expect("]");
        operand = build_.element(operand, index, column);
      } else if (operand.type.kind != Type::Kind::kInteger && take(".")) {
        operand = build_.member(operand, now().text, now().column);
        ++place_;
      } else if (now().is("(")) {
        source_.refuse(column, "a call is not in the grammar; 'superwarp record' compiles C++");
      } else {
        return operand;
      }
    }
  }

  Operand primary() {
    const Token token = now();
    if (take("(")) {
      const Operand operand = conditional();
      expect(")");
      return operand;
    }
    if (token.kind != Token::Kind::kNumber && token.kind != Token::Kind::kName)
      unexpected("a number, a name or '('");
    ++place_;
    if (token.kind == Token::Kind::kNumber) {
      const Literal literal = literal_of(source_, token);
      return build_.constant(literal.value, literal.bytes, literal.is_signed, token.column);
    }
    if (token.text == "sizeof") {
      expect("(");
      const TypeName type = type_name();
      expect(")");
      return build_.constant(type.pointer ? 8 : type.element.bytes(), 8, false, token.column);
    }
    if (token.text == "reinterpret_cast" || token.text == "static_cast") {
      expect("<");
      const TypeName type = type_name();
      expect(">");
      expect("(");
      const Operand operand = conditional();
      expect(")");
      return build_.conversion(type.element, type.pointer, operand, token.column);
    }
    return named(token);
  }

  Operand named(const Token& token) {
    std::string name = token.text;
    auto found = scope_.find(name);
    if (found == scope_.end() && now().is(".") && tokens_[place_ + 1].kind == Token::Kind::kName) {
      const std::string member = name + "." + tokens_[place_ + 1].text;
      found = scope_.find(member);
      if (found != scope_.end() || is_builtin(name)) {
        name = member;
        place_ += 2;
      }
    }
    if (found == scope_.end()) unknown(token, name);
    return build_.variable(found->second, token.column);
  }

  /// Is `name` one of the structures, such as threadIdx?
  [[nodiscard]] bool is_builtin(const std::string& name) const {
    const auto next = scope_.lower_bound(name + ".");
    return next != scope_.end() && next->first.rfind(name + ".", 0) == 0;
  }

  [[noreturn]] void unknown(const Token& token, const std::string& name) const {
    if (is_builtin(name)) {
      source_.refuse(token.column, fmt::format("expected a member, {0}.x, {0}.y or {0}.z", name));
    }
    if (now().is("(")) {
      source_.refuse(token.column,
                     fmt::format("a call, '{:.40}', is not in the grammar; 'superwarp record' "
                                 "compiles C++",
                                 name));
    }
    if (names_element(name))
      source_.refuse(token.column, fmt::format("'{}' is a type, expected an access", name));
    std::vector<std::string> known = element_names();
    for (const auto& [one, what] : scope_) known.push_back(one);
    const std::string nearest = nearest_name(name, known);
    source_.refuse(
        token.column,
        nearest.empty()
            ? fmt::format("unknown name '{:.40}'; --tile declares a tile, --loop a loop variable, "
                          "--define a constant, --let any other",
                          name)
            : fmt::format("unknown name '{:.40}', did you mean '{}'?", name, nearest));
  }

  /// Counts nested operands while it lives.
  class Nested {
   public:
    explicit Nested(Parser& parser) : parser_(parser) {
      if (++parser_.depth_ > kDeepest)
        parser_.source_.refuse(parser_.now().column, "nested too deeply");
    }
    ~Nested() { --parser_.depth_; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    Parser& parser_;
  };

  const Source& source_;
  const Scope& scope_;
  std::vector<Token> tokens_;
  std::size_t place_ = 0;
  int depth_ = 0;
  Builder build_{source_};
};

}  // namespace

Expression parse(const Source& source, const Scope& scope, bool is_access) {
  return Parser(source, scope).parse(is_access);
}

}  // namespace superwarp::ask
