// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/expression.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "tests/mutated.h"
#include "tools/ask/tests/c_values.h"

namespace superwarp::ask {
namespace {

Type integer(std::uint32_t bytes, bool is_signed) { return {Type::Kind::kInteger, {"", bytes, 1, true, is_signed}}; }

/// The names of c_values(), and a tile.
const Scope& scope() {
  static const Scope names = {{"threadIdx.x", {integer(4, false), 0}},
                              {"threadIdx.y", {integer(4, false), 1}},
                              {"k", {integer(4, true), 2}},
                              {"a", {integer(4, true), 3}},
                              {"b", {integer(4, false), 4}},
                              {"c", {integer(8, true), 5}},
                              {"true", {integer(4, true), 6}},
                              {"tile", {{Type::Kind::kPlace, {"float", 4, 1, false}, {32, 33}}, 7}},
                              {"v", {{Type::Kind::kPlace, {"float4", 4, 4, false}, {8}}, 8}}};
  return names;
}

std::vector<std::int64_t> variables(const ThreadNames& names) {
  return {names.x, names.y, names.k, names.a, names.b, names.c, 1, 0, 8192};
}

std::int64_t value(const std::string& text, const ThreadNames& names = {}) {
  return parse({"access 1", text}, scope()).value(variables(names));
}

std::string message(const std::string& text) {
  try {
    parse({"access 1", text}, scope(), true);
  } catch (const Refusal& refusal) {
    return refusal.what();
  }
  return "";
}

void evaluates_as_the_compiler_does(const ThreadNames& names) {
  for (const CValue& expected : c_values(names)) {
    std::string text = expected.text;  // the grammar has no namespaces
    for (std::size_t at = 0; (at = text.find("std::")) != std::string::npos;) text.erase(at, 5);
    const Expression expression = parse({"access 1", text}, scope());
    ASSERT_EQ(expression.value(variables(names)), expected.value)
        << text << " with a=" << names.a << " b=" << names.b << " c=" << names.c << " k=" << names.k << " x=" << names.x
        << " y=" << names.y;
    if (expected.bytes < 4) continue;  // bool; C has int
    ASSERT_EQ(expression.type.element.part, expected.bytes) << text;
    ASSERT_EQ(expression.type.element.is_signed, expected.is_signed) << text;
  }
}

TEST(Expression, evaluates_as_the_compiler_does) {
  evaluates_as_the_compiler_does({5, 3, 2, 7, 3, 2});
  evaluates_as_the_compiler_does({0, 0, 0, 0, 2, 1});
  evaluates_as_the_compiler_does({1023, 31, 4, 100, 3, 1});
}

RC_GTEST_PROP(Expression, evaluates_any_values_as_the_compiler_does, ()) {
  const auto c = *rc::gen::inRange(1, 4);
  evaluates_as_the_compiler_does({*rc::gen::inRange(0U, 1024U), *rc::gen::inRange(0U, 1024U), *rc::gen::inRange(0, 8),
                                  *rc::gen::inRange(0, 200), static_cast<unsigned>(*rc::gen::inRange(c, 5)), c});
}

TEST(Expression, an_element_of_a_tile_is_its_address) {
  EXPECT_EQ(value("tile[2][3]"), (2 * 33 + 3) * 4);
  EXPECT_EQ(value("*(tile[2] + 3)"), (2 * 33 + 3) * 4);
  EXPECT_EQ(value("*(3 + *(tile + 2))"), (2 * 33 + 3) * 4);
  EXPECT_EQ(value("(&tile[2][3])[-1]"), (2 * 33 + 2) * 4);
  EXPECT_EQ(value("*(float4*)&tile[2][3]"), (2 * 33 + 3) * 4);
  EXPECT_EQ(value("reinterpret_cast<float4*>(tile)[5]"), 80);
  EXPECT_EQ(value("((const double *)tile)[5]"), 40);
  EXPECT_EQ(value("v[2].z"), 8192 + 40);
  EXPECT_EQ(value("tile[a - 1][0]", {0, 0, 0, 0}), -33 * 4);
  EXPECT_EQ(parse({"", "*(float4*)&tile[2][3]"}, scope()).type.element.bytes(), 16U);
  EXPECT_EQ(parse({"", "v[2].z"}, scope()).type.element.bytes(), 4U);
}

TEST(Expression, what_C_leaves_undefined_is_refused_at_its_operator) {
  const auto column = [](const std::string& text) {
    try {
      value(text);
    } catch (const Undefined& undefined) {
      return undefined.column;
    }
    return std::size_t{0};
  };
  EXPECT_EQ(column("1 + 2 / a"), 7U);
  EXPECT_EQ(column("1 % a"), 3U);
  EXPECT_EQ(column("2147483647 + 1"), 12U);
  EXPECT_EQ(column("-(-2147483647 - 1)"), 1U);
  EXPECT_EQ(column("(-2147483647 - 1) / -1"), 19U);
  EXPECT_EQ(column("65536 * 65536"), 7U);
  EXPECT_EQ(column("9223372036854775807 + 1"), 21U);
  EXPECT_EQ(column("1 << 32"), 3U);
  EXPECT_EQ(column("1 >> -1"), 3U);
  EXPECT_EQ(column("1L << 63"), 0U);
  EXPECT_EQ(column("4294967295u + 1"), 0U);
}

/// A refusal points at the column; the caret stands below it.
TEST(Expression, refusals_name_the_column_and_what_was_expected) {
  struct Bad {
    std::string text;
    std::size_t column;
    std::string says;
  };
  for (const Bad& bad :
       std::vector<Bad>{{"tile[2][3", 10, "expected ']', found the end"},
                        {"tile[2][3]]", 11, "expected an operator or the end, found ']'"},
                        {"tile[2][3][1]", 11, "no further dimension"},
                        {"tile[threadIdx.w][0]", 6, "did you mean 'threadIdx.x'"},
                        {"tile[threadIdx][0]", 6, "expected a member, threadIdx.x"},
                        {"tlie[0][0]", 1, "did you mean 'tile'"},
                        {"tile[1.5][0]", 6, "'1.5' is no whole number"},
                        {"tile[1e3][0]", 6, "no whole number"},
                        {"tile[a++][0]", 7, "an expression changes nothing"},
                        {"tile[a += 1][0]", 8, "an expression changes nothing"},
                        {"tile[a = 1][0]", 8, "expected ']', found '='"},
                        {"tile[0][0] = 3", 12, "'tile[...] =' for a store"},
                        {"tile[min(a, 1)][0]", 6, "a call, 'min', is not in the grammar"},
                        {"tile[a(1)][0]", 7, "a call is not in the grammar"},
                        {"tile[tile[0][0]][0]", 6, "the contents of memory are not known"},
                        {"tile[tile[0]][0]", 6, "found an array"},
                        {"tile[&tile[0][0]][0]", 6, "found a pointer"},
                        {"a[3]", 1, "only a tile or a pointer"},
                        {"*a", 2, "expected a pointer"},
                        {"&a", 2, "expected an element"},
                        {"(float)a", 1, "an index is an integer, not a float"},
                        {"*(flaot4*)&tile[0][0]", 3, "did you mean"},
                        {"*(long double*)&tile[0][0]", 3, "a GPU has no long double"},
                        {"*(unsigned float*)tile", 3, "'unsigned float' is no type"},
                        {"v[0].q", 6, "a float4 has .x to .w"},
                        {"tile[0][0].x", 12, "expected a member"},
                        {"tile[0][0];", 11, "without ';'"},
                        {"tile[\"\"][0]", 6, "no part of an expression"},
                        {"tile[\xc3\xa4][0]", 6, "no part of an expression"},
                        {"tile[a, 0]", 7, "tile[y][x]"},
                        {"int i = 3", 1, "'int' is a type, expected an access"},
                        {"a ? b", 6, "expected ':'"},
                        {"", 1, "found the end"},
                        {"99999999999999999999", 1, "does not fit into 64 bits"},
                        {"12345u7", 1, "no whole number"},
                        {std::string(5000, '1'), 4097, "at most 4096 characters"},
                        {std::string(300, '(') + "1" + std::string(300, ')'), 101, "nested too deeply"}}) {
    const std::string said = message(bad.text);
    EXPECT_NE(said.find("access 1, column " + std::to_string(bad.column) + ": "), std::string::npos) << bad.text << "\n"
                                                                                                     << said;
    EXPECT_NE(said.find(bad.says), std::string::npos) << bad.text << "\n" << said;
    EXPECT_EQ(said.back(), '^');
    if (bad.column <= 60) EXPECT_EQ(said.size() - said.find_last_of('\n') - 1, bad.column + 2) << said;
  }
}

/// Any bytes are an expression or are refused.
TEST(Expression, mutated_texts_are_taken_or_refused) {
  std::mt19937_64 random(1);
  const std::vector<CValue> seeds = c_values({});
  int taken = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = test::mutated(seeds[random() % seeds.size()].text, seeds[random() % seeds.size()].text,
                                           "tileabck.xy[](){}0123456789+-*/%&|^~!<>=?:,;'\" \xff", random);
    try {
      const Expression expression = parse({"access 1", text}, scope(), true);
      ++taken;
      static_cast<void>(expression.value(variables({3, 2, 1, 5, 2, 1})));
    } catch (const std::invalid_argument&) {  // Refusal, Undefined
    }
  }
  EXPECT_GT(taken, 1000);
}

}  // namespace
}  // namespace superwarp::ask
