// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "model/machine/nearest_name.h"

namespace superwarp::ask {
namespace {

constexpr int kDeepest = 200;  // nested operands

/// A type, and whether it is a pointer to it.
struct TypeName {
  Element element;
  bool pointer = false;
};

/// A part of an expression.
struct Operand {
  Type type;
  Evaluate value;
  std::size_t column = 1;
};

Integer integer_of(const Operand& operand) { return {operand.type.element.part, operand.type.element.is_signed}; }

/// The common type of two promoted operands: C's usual arithmetic conversions.
Integer common(const Operand& a, const Operand& b) {
  const std::uint32_t bytes = std::max(a.type.element.part, b.type.element.part);
  const auto is_unsigned = [bytes](const Element& of) { return of.part == bytes && !of.is_signed; };
  return {bytes, !is_unsigned(a.type.element) && !is_unsigned(b.type.element)};
}

/// Makes an array a pointer to its first element. Is the operand a pointer then?
bool becomes_pointer(Operand& operand) {
  if (operand.type.kind == Type::Kind::kPlace && !operand.type.extents.empty()) {
    operand.type.kind = Type::Kind::kPointer;
    operand.type.extents.erase(operand.type.extents.begin());
  }
  return operand.type.kind == Type::Kind::kPointer;
}

Operand constant(std::int64_t value, Integer type, std::size_t column) {
  return {integer(type), [value](const Variables& /*variables*/) { return value; }, column};
}

/// An element of `type` at address + index * its bytes, or minus that.
Operand moved(Operand address, Operand index, Type type, std::size_t column, bool down = false) {
  const auto bytes = static_cast<std::int64_t>(type.count() * type.element.bytes());
  return {std::move(type),
          [from = std::move(address.value), by = std::move(index.value), step = down ? -bytes : bytes,
           column](const Variables& variables) {
            const std::int64_t first = from(variables);
            std::int64_t result = 0;
            if (__builtin_mul_overflow(by(variables), step, &result) || __builtin_add_overflow(first, result, &result))
              throw Undefined(column, "an address outside of every memory");
            return result;
          },
          column};
}

class Parser {
 public:
  Parser(const Source& source, const Scope& scope) : source_(source), scope_(scope), tokens_(tokens_of(source)) {}

  Expression parse(bool is_access) {
    Operand whole = conditional();
    const bool stores = is_access && now().is("=") && tokens_[place_ + 1].kind == Token::Kind::kEnd;
    if (stores) ++place_;
    if (now().kind != Token::Kind::kEnd) unexpected(source_, now(), "an operator or the end");
    return {source_, std::move(whole.type), std::move(whole.value), std::move(uses_), stores};
  }

 private:
  /// Counts nested operands while it lives.
  struct Nested {
    explicit Nested(Parser& parser) : depth(parser.depth_) {
      if (++depth > kDeepest) parser.source_.refuse(parser.now().column, "nested too deeply");
    }
    ~Nested() { --depth; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;
    int& depth;
  };

  [[nodiscard]] const Token& now() const { return tokens_[place_]; }

  bool take(const char* sign) {
    if (!now().is(sign)) return false;
    ++place_;
    return true;
  }

  void expect(const char* sign) {
    if (!take(sign)) unexpected(source_, now(), fmt::format("'{}'", sign));
  }

  /// The operand as a number, promoted.
  [[nodiscard]] Operand number(Operand operand) const {
    if (operand.type.kind == Type::Kind::kPointer)
      source_.refuse(operand.column, "expected an integer, found a pointer");
    if (operand.type.kind == Type::Kind::kPlace) {
      source_.refuse(operand.column, operand.type.extents.empty()
                                         ? "the contents of memory are not known; expected an index computed from "
                                           "threadIdx, lane, warp and loop variables"
                                         : "expected an integer, found an array; are all subscripts there?");
    }
    if (operand.type.element.part < 4) operand.type = integer();
    return operand;
  }

  Operand conditional() {
    const Nested nested(*this);
    Operand condition = binary(1);
    const std::size_t column = now().column;
    if (!take("?")) return condition;
    Operand yes = conditional();
    expect(":");
    Operand no = conditional();
    yes = number(std::move(yes));
    no = number(std::move(no));
    const Integer type = common(yes, no);
    return {
        integer(type),
        [type, holds = number(std::move(condition)).value, a = std::move(yes.value), b = std::move(no.value)](
            const Variables& variables) { return type.wrapped(holds(variables) != 0 ? a(variables) : b(variables)); },
        column};
  }

  Operand binary(int rank) {
    Operand left = unary();
    while (now().kind == Token::Kind::kSign) {
      const BinaryOperator* const op = binary_operator(now().text);
      if (op == nullptr || op->rank < rank) break;
      const std::size_t column = now().column;
      ++place_;
      left = combined(*op, std::move(left), binary(op->rank + 1), column);
    }
    return left;
  }

  [[nodiscard]] Operand combined(const BinaryOperator& op, Operand left, Operand right, std::size_t column) const {
    const std::string_view sign = op.sign;
    if (sign == "+" && !becomes_pointer(left) && becomes_pointer(right)) std::swap(left, right);
    if ((sign == "+" || sign == "-") && becomes_pointer(left)) {
      const Type type = left.type;
      return moved(std::move(left), number(std::move(right)), type, column, sign == "-");
    }
    left = number(std::move(left));
    right = number(std::move(right));
    const bool shifts = op.kind == BinaryOperator::Kind::kShifts;
    const Computed type{shifts ? integer_of(left) : common(left, right), column};
    Evaluate value;
    if (op.kind == BinaryOperator::Kind::kLogical) {
      value = [decides = sign == "||", a = std::move(left.value),
               b = std::move(right.value)](const Variables& variables) {
        return std::int64_t{((a(variables) != 0) == decides ? decides : b(variables) != 0)};
      };
    } else {
      value = [type, shifts, compute = op.compute, a = std::move(left.value),
               b = std::move(right.value)](const Variables& variables) {
        const std::int64_t first = type.in.wrapped(a(variables));
        const std::int64_t second = b(variables);
        return compute(type, first, shifts ? second : type.in.wrapped(second));
      };
    }
    const bool computes = shifts || op.kind == BinaryOperator::Kind::kComputes;
    return {computes ? integer(type.in) : integer(), std::move(value), column};
  }

  Operand unary() {
    const Nested nested(*this);
    const std::size_t column = now().column;
    if (now().is("&") || now().is("*")) return pointed(column);
    if (now().is("(") && type_follows()) {
      ++place_;
      const TypeName type = type_name();
      expect(")");
      return conversion(type, unary(), column);
    }
    if (!now().is("+") && !now().is("-") && !now().is("~") && !now().is("!")) return postfix();
    const char sign = now().text[0];
    ++place_;
    Operand operand = number(unary());
    operand.column = column;
    const Computed type{integer_of(operand), column};
    if (sign == '!') operand.type = integer();
    if (sign == '+') return operand;
    operand.value = [type, sign, a = std::move(operand.value)](const Variables& variables) {
      const std::int64_t value = a(variables);
      return sign == '!'   ? std::int64_t{value == 0}
             : sign == '~' ? type.in.wrapped(~value)
                           : negated(type, type.in.wrapped(value));
    };
    return operand;
  }

  /// &place or *pointer
  Operand pointed(std::size_t column) {
    const bool address = now().is("&");
    ++place_;
    Operand operand = unary();
    if (address && operand.type.kind != Type::Kind::kPlace)
      source_.refuse(operand.column, "expected an element of a tile after '&'");
    if (!address && !becomes_pointer(operand)) source_.refuse(operand.column, "expected a pointer after '*'");
    operand.type.kind = address ? Type::Kind::kPointer : Type::Kind::kPlace;
    operand.column = column;
    return operand;
  }

  [[nodiscard]] Operand conversion(const TypeName& to, Operand operand, std::size_t column) const {
    if (to.pointer) {
      if (!becomes_pointer(operand)) source_.refuse(operand.column, "expected a pointer such as &tile[0][0]");
      return {{Type::Kind::kPointer, to.element, {}, operand.type.tile}, std::move(operand.value), column};
    }
    if (!to.element.integer) source_.refuse(column, fmt::format("an index is an integer, not a {}", to.element.name));
    const bool is_bool = to.element.name == "bool";
    const Integer type = is_bool ? Integer{} : Integer{to.element.part, to.element.is_signed};
    return {integer(type),
            [type, is_bool, a = number(std::move(operand)).value](const Variables& variables) {
              const std::int64_t value = a(variables);
              return is_bool ? std::int64_t{value != 0} : type.wrapped(value);
            },
            column};
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
    if (words.empty()) unexpected(source_, now(), "a type");
    const Element element = element_of(source_, column, words);
    return {element, take("*")};
  }

  Operand postfix() {
    Operand operand = primary();
    while (true) {
      const std::size_t column = now().column;
      if (take("[")) {
        Operand index = conditional();
        expect("]");
        operand = element(std::move(operand), std::move(index), column);
      } else if (operand.type.kind != Type::Kind::kInteger && take(".")) {
        operand = member(std::move(operand), now());
        ++place_;
      } else if (now().is("(")) {
        source_.refuse(column, "a call is not in the grammar; 'superwarp record' compiles C++");
      } else {
        return operand;
      }
    }
  }

  [[nodiscard]] Operand element(Operand base, Operand index, std::size_t column) const {
    Type type = base.type;
    if (type.kind == Type::Kind::kInteger)
      source_.refuse(base.column, "this is an integer; only a tile or a pointer has elements");
    if (type.kind == Type::Kind::kPlace) {
      if (type.extents.empty()) source_.refuse(column, "one subscript too many: the tile has no further dimension");
      type.extents.erase(type.extents.begin());
    }
    type.kind = Type::Kind::kPlace;
    const std::size_t begin = base.column;
    Operand place = moved(std::move(base), number(std::move(index)), std::move(type), column);
    place.column = begin;  // messages about the place point at its beginning
    return place;
  }

  /// A member of a vector.
  [[nodiscard]] Operand member(Operand place, const Token& name) const {
    const Element& vector = place.type.element;
    const std::size_t number = name.text.size() == 1 ? std::string_view("xyzw").find(name.text) : std::string::npos;
    if (place.type.kind != Type::Kind::kPlace || !place.type.extents.empty() || vector.parts == 1 ||
        number >= vector.parts)
      source_.refuse(name.column, "expected a member that the element has, as a float4 has .x to .w");
    Type type = place.type;
    type.element = {"member of " + vector.name, vector.part, 1, false};
    return moved(std::move(place), constant(static_cast<std::int64_t>(number), {}, name.column), std::move(type),
                 name.column);
  }

  Operand primary() {
    const Token token = now();
    if (take("(")) return in_parentheses();
    if (token.kind != Token::Kind::kNumber && token.kind != Token::Kind::kName)
      unexpected(source_, now(), "a number, a name or '('");
    ++place_;
    if (token.kind == Token::Kind::kNumber) {
      const Literal literal = literal_of(source_, token);
      return constant(literal.value, literal.type, token.column);
    }
    if (token.text == "sizeof") {
      expect("(");
      const TypeName type = type_name();
      expect(")");
      return constant(type.pointer ? 8 : type.element.bytes(), {8, false}, token.column);
    }
    if (token.text == "reinterpret_cast" || token.text == "static_cast") {
      expect("<");
      const TypeName type = type_name();
      expect(">");
      expect("(");
      return conversion(type, in_parentheses(), token.column);
    }
    return named(token);
  }

  Operand in_parentheses() {
    Operand operand = conditional();
    expect(")");
    return operand;
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
    const std::size_t variable = found->second.variable;
    uses_.emplace_back(variable, token.column);
    return {found->second.type, [variable](const Variables& variables) { return variables.at(variable); },
            token.column};
  }

  /// Is `name` one of the structures, such as threadIdx?
  [[nodiscard]] bool is_builtin(const std::string& name) const {
    const auto next = scope_.lower_bound(name + ".");
    return next != scope_.end() && next->first.rfind(name + ".", 0) == 0;
  }

  [[noreturn]] void unknown(const Token& token, const std::string& name) const {
    const auto refuse = [&](const char* message) {
      source_.refuse(token.column, fmt::format(fmt::runtime(message), name));
    };
    if (is_builtin(name)) refuse("expected a member, {0}.x, {0}.y or {0}.z");
    if (now().is("(")) refuse("a call, '{:.40}', is not in the grammar; 'superwarp record' compiles C++");
    if (names_element(name)) refuse("'{}' is a type, expected an access");
    std::vector<std::string> known = element_names();
    for (const auto& [one, what] : scope_) known.push_back(one);
    const std::string nearest = nearest_name(name, known);
    if (nearest.empty())
      refuse(
          "unknown name '{:.40}'; --tile declares a tile, --loop a loop variable, --define a "
          "constant, --let any other");
    source_.refuse(token.column, fmt::format("unknown name '{:.40}', did you mean '{}'?", name, nearest));
  }

  const Source& source_;
  const Scope& scope_;
  std::vector<Token> tokens_;
  std::vector<std::pair<std::size_t, std::size_t>> uses_;
  std::size_t place_ = 0;
  int depth_ = 0;
};

}  // namespace

Expression parse(const Source& source, const Scope& scope, bool is_access) {
  return Parser(source, scope).parse(is_access);
}

}  // namespace superwarp::ask
