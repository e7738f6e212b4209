// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "tools/ask/tests/questions.h"

namespace superwarp::ask {
namespace {

TEST(Cures, a_transpose_is_swizzled_by_its_row) {
  const Answer answer =
      answered(about("float tile[32][32]", {"tile[threadIdx.y][threadIdx.x] =", "tile[threadIdx.x][threadIdx.y]"}));
  const Search& search = answer.searches[0];
  ASSERT_TRUE(search.best_swizzle);
  const Cure& cure = search.tried[*search.best_swizzle];
  EXPECT_EQ(cure.name, "Swizzle<5,0,5>");
  EXPECT_EQ(cure.change, "tile[y][x ^ y]");
  EXPECT_EQ(means_with(answer, &cure), (std::vector<double>{1, 1}));
}

TEST(Cures, the_code_of_a_swizzle_is_the_swizzle) {
  const auto code = [](const Swizzle& swizzle, std::vector<std::uint64_t> extents) {
    Tile tile;
    tile.name = "t";
    tile.extents = std::move(extents);
    return code_of(swizzle, tile);
  };
  EXPECT_EQ(code({5, 0, 5}, {32, 32}), "t[y][x ^ y]");
  EXPECT_EQ(code({5, 0, 5}, {64, 32}), "t[y][x ^ (y & 31)]");
  EXPECT_EQ(code({3, 2, 3}, {32, 32}), "t[y][x ^ ((y & 7) << 2)]");
  EXPECT_EQ(code({3, 0, 7}, {32, 32}), "t[y][x ^ (y >> 2)]");
  EXPECT_EQ(code({5, 0, 5}, {1024}), "t[i ^ (i >> 5 & 31)]");
  EXPECT_EQ(code({5, 0, 5}, {32, 33}), "((int*)t)[i ^ (i >> 5 & 31)]");
}

TEST(Cures, an_outer_dimension_is_padded_where_that_is_better) {
  // Lanes differ in the outermost index only; any padding of either inner dimension helps, and the
  // innermost one is tried first.
  const Answer answer = answered(about("float t[32][4][32]", {"t[lane][0][0]"}, "32"));
  const Search& search = answer.searches[0];
  std::map<std::size_t, int> dimensions;
  for (const Cure& cure : search.tried)
    if (cure.kind == Cure::Kind::kPad && cure.padding.longer.size() == 1)
      ++dimensions[cure.padding.longer.front().dimension];
  EXPECT_EQ(dimensions, (std::map<std::size_t, int>{{1, 16}, {2, 16}}));
  ASSERT_TRUE(search.best_pad);
  EXPECT_EQ(search.tried[*search.best_pad].change, "float t[32][5][33]");
  EXPECT_EQ(search.tried[*search.best_pad].slots[0], 1U);
}

/// Neither stride alone may stay a multiple of the banks.
TEST(Cures, two_dimensions_are_padded_where_one_is_not_enough) {
  const char* const access = "t[lane / 8][lane % 8 * 4][0]";
  const Answer answer = answered(about("float t[4][32][32]", {access}, "32"));
  const Search& search = answer.searches[0];
  ASSERT_TRUE(search.best_pad);
  const Cure& cure = search.tried[*search.best_pad];
  EXPECT_EQ(cure.change, "float t[4][33][33]");
  EXPECT_EQ(cure.name, "pad 1 and 1");
  EXPECT_EQ(cure.slots[0], 1U);
  for (const Cure& one : search.tried) {
    if (one.kind != Cure::Kind::kPad) continue;
    const Answer cured = answered(about(one.change, {access}, "32"));
    EXPECT_EQ(cured.accesses.tiles[0].bytes(), one.bytes) << one.change;
    EXPECT_EQ(means_with(cured, nullptr)[0], static_cast<double>(one.slots[0])) << one.change;
    if (one.padding.longer.size() == 1) EXPECT_GT(one.slots[0], 1U) << one.change;
  }
}

TEST(Cures, padding_must_not_tear_an_access_apart) {
  const Answer answer = answered(about("float t[32][32]", {"*(float4*)&t[lane][0]"}, "32"));
  std::set<std::uint64_t> pads;
  for (const Cure& cure : answer.searches[0].tried)
    if (cure.kind == Cure::Kind::kPad) pads.insert(cure.padding.longer.front().elements);
  EXPECT_EQ(pads, (std::set<std::uint64_t>{4, 8, 12, 16})) << "a float4 is aligned to 16 bytes";
}

/// A tile and accesses of `bytes` bytes to its pieces of so many bytes, for the tests below.
struct Pieces {
  std::string type;                                             ///< of an element
  std::uint32_t element = 4;                                    ///< bytes
  std::uint32_t rows = 0;                                       ///< 0: one dimension
  std::uint32_t columns = 32;                                   ///< elements
  bool flat = false;                                            ///< rows are left, t[0][i]
  std::uint32_t bytes = 16;                                     ///< the widest access
  std::vector<std::pair<std::uint32_t, std::string>> accesses;  ///< bytes, number of the piece

  [[nodiscard]] std::uint64_t size() const { return std::uint64_t{std::max(1U, rows)} * columns * element; }
  [[nodiscard]] std::string tile() const {
    return rows == 0 ? fmt::format("{} t[{}]", type, columns) : fmt::format("{} t[{}][{}]", type, rows, columns);
  }
};

std::string type_of(std::uint32_t bytes) {
  return std::map<std::uint32_t, std::string>{{1, "char"}, {2, "short"}, {4, "int"}, {8, "int2"}, {16, "int4"}}.at(
      bytes);
}

/// `code` with expressions for its names i, x and y.
std::string with(const std::string& code, const std::map<std::string, std::string>& names) {
  std::string result;
  for (std::size_t at = 0, end = 0; at < code.size(); at = end) {
    end = at;
    while (end < code.size() && (std::isalnum(code[end]) != 0 || code[end] == '_')) ++end;
    if (end == at) ++end;
    const std::string word = code.substr(at, end - at);
    result += names.count(word) > 0 ? "(" + names.at(word) + ")" : word;
  }
  return result;
}

/// Element number `i` of the tile as it is, or as the cure says.
std::string place_of(const Pieces& pieces, const std::string& i, const Cure* cure) {
  const std::string y = fmt::format("({}) / {}", i, pieces.columns);
  const std::string x = fmt::format("({}) % {}", i, pieces.columns);
  if (cure != nullptr && cure->change.rfind(pieces.type + " ", 0) != 0)
    return with(cure->change, {{"i", i}, {"x", x}, {"y", y}});
  if (pieces.rows == 0) return fmt::format("t[{}]", i);
  return pieces.flat ? fmt::format("t[0][{}]", i) : fmt::format("t[{}][{}]", y, x);
}

/// About the tile that holds the elements of a cure.
Question with_cure(const Pieces& pieces, const Cure* cure) {
  std::string tile = pieces.tile();
  if (cure != nullptr && cure->kind == Cure::Kind::kPad) {
    const bool declared = cure->change.rfind(pieces.type + " ", 0) == 0;
    tile = declared ? cure->change : fmt::format("{} t[{}]", pieces.type, cure->bytes / pieces.element);
  }
  return about(tile, {}, "32");
}

std::string access_to(const Pieces& pieces, std::uint32_t bytes, const std::string& element, const Cure* cure) {
  return fmt::format("reinterpret_cast<{}*>(&{})[0]", type_of(bytes), place_of(pieces, element, cure));
}

/// The question with the cure, where every access is written as the cure says.
Question asked_again(const Pieces& pieces, const Cure* cure) {
  Question question = with_cure(pieces, cure);
  for (const auto& [bytes, number] : pieces.accesses) {
    const std::uint32_t elements = std::max(1U, bytes / pieces.element);
    question.accesses.push_back(access_to(pieces, bytes, fmt::format("({}) * {}", number, elements), cure));
  }
  return question;
}

/// Every piece of the tile, by the question's own rules for addresses: evaluate() refuses one that
/// is not aligned, and the last element must follow the first.
void expect_whole_pieces(const Pieces& pieces, const Cure& cure) {
  const std::uint32_t bytes = std::max(pieces.bytes, pieces.element);
  const std::uint32_t elements = bytes / pieces.element;
  const std::uint64_t count = pieces.size() / bytes;
  Question question = with_cure(pieces, &cure);
  const std::string first = fmt::format("(lane + 32 * k) * {}", elements);
  question.accesses = {access_to(pieces, pieces.bytes, first, &cure),
                       "&" + place_of(pieces, fmt::format("{} + {}", first, elements - 1), &cure)};
  question.accesses[1] = fmt::format("*(char*)({})", question.accesses[1]);
  question.loops = {fmt::format("k=0..{}", (count + 31) / 32 - 1)};
  question.where = fmt::format("lane + 32 * k < {}", count);
  const Accesses accesses = evaluate(question);
  for (std::size_t i = 0; i + 1 < accesses.executions.size(); i += 2) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      if (!accesses.executions[i].active(lane)) continue;
      RC_ASSERT(accesses.executions[i + 1].address.at(lane) - accesses.executions[i].address.at(lane) ==
                (elements - 1) * pieces.element);
    }
  }
}

Pieces any_pieces() {
  Pieces pieces;
  pieces.type = *rc::gen::element<std::string>("char", "half", "float", "float3", "double", "float4");
  pieces.element = element_of({}, 1, {pieces.type}).bytes();
  const auto units = *rc::gen::inRange(2U, 65U);  // of 16 bytes, and for a float3 of 48
  const std::uint32_t in_unit = pieces.element == 12 ? 4 : 16 / pieces.element;
  if (*rc::gen::arbitrary<bool>()) {
    pieces.columns = units * in_unit;
  } else {
    pieces.rows = in_unit * *rc::gen::inRange(1U, 5U);
    pieces.columns = *rc::gen::arbitrary<bool>() ? units : units / 2 * 2;
    pieces.flat = *rc::gen::inRange(0, 4) == 0;
  }
  pieces.bytes = 1;
  const auto accesses = *rc::gen::inRange(1, 4);
  for (int i = 0; i < accesses; ++i) {
    // The accesses of a float3 are those of its members.
    const std::uint32_t bytes = pieces.element == 12 ? 4U : *rc::gen::element(2U, 4U, 8U, 16U);
    const std::uint64_t count = pieces.size() / std::max(bytes, pieces.element);
    pieces.accesses.emplace_back(
        bytes, fmt::format("(lane * {} + lane / {} * {}) % {}", *rc::gen::element(1, 2, 3, 8, 16, 17, 32),
                           *rc::gen::inRange(1, 33), *rc::gen::inRange(0, 20), count));
    pieces.bytes = std::max(pieces.bytes, bytes);
  }
  return pieces;
}

RC_GTEST_PROP(Cures, keep_every_piece_of_the_tile_aligned_and_give_the_promised_slots, ()) {
  const Pieces pieces = any_pieces();
  const Answer answer = answered(asked_again(pieces, nullptr));
  for (const Cure& cure : answer.searches.at(0).tried) {
    expect_whole_pieces(pieces, cure);
    const Answer again = answered(asked_again(pieces, &cure));
    RC_ASSERT(again.accesses.tiles[0].bytes() == cure.bytes);
    for (std::size_t i = 0; i < again.instructions.size(); ++i)
      RC_ASSERT(again.instructions[i].mean == static_cast<double>(cure.slots[i]));
  }
}

/// Rows of 64 words: a padding behind every 32 words that is no multiple of 4 would misalign other
/// float4s than those that are read.
TEST(Cures, of_a_float4_at_a_stride_of_64_words) {
  const gpu::Description hopper = gpu_named("hopper");
  const Answer found =
      answer(evaluate(about("float s[2048]", {"reinterpret_cast<float4*>(&s[lane*64])[0]"}, "32")), hopper, 0);
  const Search& search = found.searches.at(0);
  std::map<std::string, std::uint64_t> slots;
  for (const Cure& cure : search.tried) slots[cure.change] = cure.slots[0];
  EXPECT_EQ(slots.at("s[i + i / 32 * 4]"), 8U);
  EXPECT_EQ(slots.at("s[i + i / 64 * 4]"), 4U);
  EXPECT_EQ(slots.count("s[i + i / 32 * 2]"), 0U);
  ASSERT_TRUE(search.best_pad && search.best_swizzle);
  EXPECT_EQ(search.tried[*search.best_pad].change, "s[i + i / 64 * 4]");
  EXPECT_EQ(search.tried[*search.best_swizzle].slots[0], 4U);
}

}  // namespace
}  // namespace superwarp::ask
