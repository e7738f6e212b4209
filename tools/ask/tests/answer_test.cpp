// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/answer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "sim/description/data_files.h"
#include "tools/ask/element.h"
#include "tools/ask/parts.h"
#include "tools/ask/picture.h"
#include "tools/ask/regions.h"
#include "tools/ask/swizzle.h"

namespace superwarp::ask {
namespace {

Question about(const std::string& tile, const std::vector<std::string>& accesses,
               const std::string& block = "32x32") {
  Question question;
  question.tiles = {tile};
  question.accesses = accesses;
  question.block = block;
  return question;
}

Answer answered(const Question& question) { return answer(evaluate(question), papers_rules(), 0); }

std::string said(const Question& question) { return sentence(answered(question)); }

/// Slots by the rule alone: lanes in groups of 128 bytes, in each the most different words of one
/// bank.
std::uint32_t by_rule(const Accesses& accesses, const WarpAccess& access) {
  const std::uint32_t bytes = accesses.instructions[access.instruction].bytes;
  const std::uint32_t group = std::min(accesses.lanes, 128 / bytes);
  std::uint32_t slots = 0;
  for (std::uint32_t first = 0; first < accesses.lanes; first += group) {
    std::map<std::uint32_t, std::set<std::uint32_t>> words;
    for (std::uint32_t thread = first; thread < first + group; ++thread) {
      if (!access.active(thread)) continue;
      for (std::uint32_t word = access.address.at(thread) / 4;
           word <= (access.address.at(thread) + bytes - 1) / 4; ++word)
        words[word % 32].insert(word);
    }
    std::size_t most = 0;
    for (const auto& [bank, of_bank] : words) most = std::max(most, of_bank.size());
    slots += static_cast<std::uint32_t>(most);
  }
  return slots;
}

RC_GTEST_PROP(Answer, slots_are_the_most_words_of_a_bank_in_every_part, ()) {
  const auto* const type = *rc::gen::element("char", "half", "float", "double", "float4");
  Question question =
      about(fmt::format("{} t[4096]", type),
            {fmt::format("t[(lane * {} + (lane / {}) * {} + k) % 4096]", *rc::gen::inRange(0, 200),
                         *rc::gen::inRange(1, 33), *rc::gen::inRange(0, 200))},
            "64");
  question.loops = {"k=0..3"};
  question.where = fmt::format("lane % {} < 3", *rc::gen::inRange(1, 9));
  const Answer answer = answered(question);
  for (std::size_t i = 0; i < answer.executions.size(); ++i) {
    RC_ASSERT(answer.executions[i].slots ==
              by_rule(answer.accesses, answer.accesses.executions[i]));
  }
}

TEST(Answer, the_sentence_says_slots_the_conflict_and_the_cure) {
  EXPECT_EQ(said(about("float tile[32][32]", {"tile[threadIdx.x][threadIdx.y]"})),
            "32 slots: the 32 lanes of a warp read 32 words of bank 0; `float tile[32][33]` makes "
            "it 1");
  EXPECT_EQ(
      said(about("float tile[32][32]",
                 {"tile[threadIdx.y][threadIdx.x] =", "tile[threadIdx.x][threadIdx.y]"})),
      "33 slots (1 + 32): in `tile[threadIdx.x][threadIdx.y]`, the 32 lanes of a warp read 32 "
      "words of bank 0; `float tile[32][33]` makes it 2");
  EXPECT_EQ(said(about("float tile[32][33]", {"tile[threadIdx.x][threadIdx.y]"})),
            "1 slot, no conflict: the 32 lanes of a warp read 32 words of 32 banks");
  EXPECT_EQ(said(about("float tile[32][32]", {"tile[0][0] ="})),
            "1 slot, no conflict: the 32 lanes of a warp write one word");
  EXPECT_EQ(said(about("float s[64]", {"s[2 * threadIdx.x]"}, "32")),
            "2 slots: lanes 0 and 16 read 2 words of bank 0, and so in 15 other banks; "
            "`s[i + i / 32]` makes it 1");
  EXPECT_EQ(said(about("float4 v[32]", {"v[lane]"}, "32")),
            "4 slots, no conflict: a warp's accesses of 16 bytes are served in 4 parts");
  EXPECT_EQ(said(about("float4 v[32]", {"v[lane]", "v[0] ="}, "32")),
            "8 slots (4 + 4), no conflict: a warp's accesses of 16 bytes are served in 4 parts");
  Question bytes;
  bytes.accesses = {"lane * 128"};
  EXPECT_EQ(said(bytes),
            "32 slots: the 32 lanes of a warp read 32 words of bank 0; `i + i / 32, i = byte / 4` "
            "makes it 1");
}

TEST(Answer, atomics_take_turns_and_matrices_phases_of_8_rows) {
  EXPECT_EQ(
      said(about("int h[32]", {"atomic h[0]"}, "32")),
      "64 slots: the 32 lanes of a warp update word 0 one after the other, in two slots each; "
      "no padding of up to 16 elements and no XOR swizzle makes it less");
  EXPECT_EQ(
      said(about("int h[32]", {"atomic h[lane]"}, "32")),
      "2 slots, no conflict: the 32 lanes of a warp update 32 words of 32 banks, in two slots "
      "each");
  EXPECT_EQ(
      said(about("int h[32][32]", {"atomic h[lane % 16][lane / 16]"}, "32")),
      "32 slots: 16 lanes of a warp update 16 words of bank 0, and so in 1 other bank, in two "
      "slots each; `int h[32][34]` makes it 2");
  EXPECT_EQ(said(about("half t[32][64]", {"ldmatrix.x4 t[lane % 8][lane / 8 * 8]"}, "32")),
            "32 slots: a warp's accesses of 16 bytes are served in 4 parts, of which the worst "
            "takes 8: 8 lanes of a warp read 8 words of bank 0, and so in 3 other banks; `half "
            "t[32][72]` makes it 4");
}

/// Eight lanes on each of 4 words: 8 rounds, in which 32, 28, .. lanes load their words in a slot
/// and 8, 7, .. lanes of a word try to swap it one after the other.
TEST(Answer, an_atomic_that_is_no_addition_of_32_bits_goes_in_rounds_of_load_and_swap) {
  const gpu::Description hopper = gpu::read_description(description::gpu_file("hopper"));
  const auto on_hopper = [&](const char* tile, const char* access) {
    return answer(evaluate(about(tile, {access}, "32")), hopper, 0);
  };
  EXPECT_EQ(sentence(on_hopper("int bins[32]", "atomic bins[lane % 4]")),
            "8 slots on hopper: 8 lanes of a warp update word 0 one after the other; no padding of "
            "up to 16 elements and no XOR swizzle makes it less");
  EXPECT_EQ(
      sentence(on_hopper("float bins[32]", "atomic bins[lane % 4]")),
      "44 slots on hopper: 8 lanes of a warp update word 0 one after the other, in 8 rounds of "
      "load and compare-and-swap; how a GPU orders the lanes is not public; no padding of up "
      "to 16 elements and no XOR swizzle makes it less");
  EXPECT_EQ(
      sentence(on_hopper("float bins[32]", "atomic bins[lane]")),
      "2 slots on hopper, no conflict: the 32 lanes of a warp update 32 words of 32 banks, in "
      "1 round of load and compare-and-swap; how a GPU orders the lanes is not public");
  for (const char* tile : {"float s[32]", "double s[32]", "long long s[32]", "half2 s[32]"}) {
    const Answer found = on_hopper(tile, "atomic s[lane % 4]");
    EXPECT_EQ(rounds_of(found.accesses, found.accesses.executions[0]).size(), 8U) << tile;
    EXPECT_TRUE(found.accesses.instructions[0].loop) << tile;
  }
  EXPECT_FALSE(on_hopper("unsigned s[32]", "atomic s[lane % 4]").accesses.instructions[0].loop);
}

TEST(Answer, a_GPU_that_counts_lanes_of_a_word_has_one_turn) {
  const gpu::Description ampere = gpu::read_description(description::gpu_file("ampere"));
  EXPECT_EQ(sentence(answer(evaluate(about("int h[32]", {"count h[0]"}, "32")), ampere, 0)),
            "1 slot on ampere, no conflict: the 32 lanes of a warp update one word together");
  EXPECT_THROW(answer(evaluate(about("int4 t[32]", {"stmatrix t[lane]"}, "32")), ampere, 0),
               std::invalid_argument);
}

TEST(Answer, slots_that_vary_are_told_with_the_worst_warp) {
  Question question = about("float s[4096]", {"s[lane * k]"}, "32");
  question.loops = {"k=1,2,3,4"};
  EXPECT_EQ(
      said(question),
      "1 to 4 slots, 2 on average: in warp 0 at k = 4, lanes 0, 8, 16 and 24 read 4 words of bank "
      "0, and so in 7 other banks; `s[i + i / 32]` makes it 1.25");
}

/// The cure, written into the question, gives the slots that the search promised.
RC_GTEST_PROP(Cures, a_padded_declaration_gives_the_promised_slots, ()) {
  const auto rows = *rc::gen::inRange(1, 6) * 8;
  const auto columns = *rc::gen::inRange(1, 6) * 8;
  const auto* const type = *rc::gen::element("char", "float", "double", "float4");
  Question question =
      about(fmt::format("{} t[{}][{}]", type, rows, columns),
            {fmt::format("t[(threadIdx.x * {}) % {}][threadIdx.x / {}]", *rc::gen::inRange(1, 9),
                         rows, *rc::gen::inRange(1, 9) + 32 / columns),
             fmt::format("t[threadIdx.x / 4 % {}][threadIdx.x % {}] =", rows, columns)},
            "32");
  const Answer answer = answered(question);
  RC_ASSERT(!answer.accesses.tiles[0].flat);
  RC_ASSERT(answer.searches.size() == 1U);
  std::size_t pads = 0;
  for (const Cure& cure : answer.searches[0].tried) {
    if (cure.kind != Cure::Kind::kPad) continue;
    ++pads;
    question.tiles = {cure.change};
    const Answer cured = answered(question);
    RC_ASSERT(cured.accesses.tiles[0].bytes() == cure.bytes);
    for (std::size_t i = 0; i < 2; ++i)
      RC_ASSERT(means_with(cured, nullptr)[i] == static_cast<double>(cure.slots[i]));
  }
  RC_ASSERT(pads == kMostPadding);
}

TEST(Cures, a_changed_index_gives_the_promised_slots) {
  const std::vector<std::pair<std::string, std::string>> both = {
      {"s[2 * lane]", "s[2 * lane + 2 * lane / 32]"},
      {"s[4 * lane]", "s[4 * lane + 4 * lane / 32]"}};
  for (const auto& [plain, changed] : both) {
    const Answer answer = answered(about("float s[256]", {plain}, "32"));
    const Search& search = answer.searches[0];
    ASSERT_TRUE(search.best_pad);
    EXPECT_EQ(search.tried[*search.best_pad].change, "s[i + i / 32]");
    EXPECT_EQ(means_with(answered(about("float s[256]", {changed}, "32")), nullptr),
              means_with(answer, &search.tried[*search.best_pad]));
  }
}

TEST(Cures, a_swizzled_index_gives_the_promised_slots) {
  const std::vector<std::string> plain = {"tile[threadIdx.y][threadIdx.x] =",
                                          "tile[threadIdx.x][threadIdx.y]"};
  const Answer answer = answered(about("float tile[32][32]", plain));
  const Search& search = answer.searches[0];
  ASSERT_TRUE(search.best_swizzle);
  const Cure& cure = search.tried[*search.best_swizzle];
  EXPECT_EQ(cure.name, "Swizzle<5,0,5>");
  EXPECT_EQ(cure.change, "tile[y][x ^ y]");
  EXPECT_EQ(means_with(answer, &cure), (std::vector<double>{1, 1}));
  EXPECT_EQ(means_with(answered(about("float tile[32][32]",
                                      {"tile[threadIdx.y][threadIdx.x ^ threadIdx.y] =",
                                       "tile[threadIdx.x][threadIdx.y ^ threadIdx.x]"})),
                       nullptr),
            means_with(answer, &cure));
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
    const Answer cured = answered(about(one.change.c_str(), {access}, "32"));
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

  [[nodiscard]] std::uint64_t size() const {
    return std::uint64_t{std::max(1U, rows)} * columns * element;
  }
  [[nodiscard]] std::string tile() const {
    return rows == 0 ? fmt::format("{} t[{}]", type, columns)
                     : fmt::format("{} t[{}][{}]", type, rows, columns);
  }
};

const char* type_of(std::uint32_t bytes) {
  return bytes == 1   ? "char"
         : bytes == 2 ? "short"
         : bytes == 4 ? "int"
         : bytes == 8 ? "int2"
                      : "int4";
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
    tile = declared ? cure->change
                    : fmt::format("{} t[{}]", pieces.type, cure->bytes / pieces.element);
  }
  return about(tile, {}, "32");
}

std::string access_to(const Pieces& pieces, std::uint32_t bytes, const std::string& element,
                      const Cure* cure) {
  return fmt::format("reinterpret_cast<{}*>(&{})[0]", type_of(bytes),
                     place_of(pieces, element, cure));
}

/// The question with the cure, where every access is written as the cure says.
Question asked_again(const Pieces& pieces, const Cure* cure) {
  Question question = with_cure(pieces, cure);
  for (const auto& [bytes, number] : pieces.accesses) {
    const std::uint32_t elements = std::max(1U, bytes / pieces.element);
    question.accesses.push_back(
        access_to(pieces, bytes, fmt::format("({}) * {}", number, elements), cure));
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
      RC_ASSERT(accesses.executions[i + 1].address.at(lane) -
                    accesses.executions[i].address.at(lane) ==
                (elements - 1) * pieces.element);
    }
  }
}

Pieces any_pieces() {
  Pieces pieces;
  pieces.type =
      *rc::gen::element<std::string>("char", "half", "float", "float3", "double", "float4");
  pieces.element = element_of({pieces.type}).bytes();
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
        bytes,
        fmt::format("(lane * {} + lane / {} * {}) % {}", *rc::gen::element(1, 2, 3, 8, 16, 17, 32),
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
    const std::vector<double> again = means_with(answered(asked_again(pieces, &cure)), nullptr);
    for (std::size_t i = 0; i < again.size(); ++i)
      RC_ASSERT(again[i] == static_cast<double>(cure.slots[i]));
  }
}

/// Rows of 64 words: a padding behind every 32 words that is no multiple of 4 would misalign other
/// float4s than those that are read.
TEST(Cures, of_a_float4_at_a_stride_of_64_words) {
  const gpu::Description hopper = gpu::read_description(description::gpu_file("hopper"));
  const Answer found =
      answer(evaluate(about("float s[2048]", {"reinterpret_cast<float4*>(&s[lane*64])[0]"}, "32")),
             hopper, 0);
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

TEST(Rules, of_a_GPU_count_and_name_the_lanes) {
  // A MI300's wave has 64 lanes, of which 32 are served together.
  const gpu::Description cdna3 = gpu::read_description(description::gpu_file("cdna3"));
  const Answer amd =
      answer(evaluate(about("float t[64][64]", {"t[lane][0]"}, "64"), cdna3.wave), cdna3, 0);
  EXPECT_EQ(
      sentence(amd),
      "64 slots on cdna3: a warp's accesses of 4 bytes are served in 2 parts, of which the "
      "worst takes 32: 32 lanes of a warp read 32 words of bank 0; `float t[64][65]` makes it "
      "2");
  std::set<std::uint32_t> lanes;
  for (const Request& request : requests_with(amd, 0, nullptr)) {
    EXPECT_EQ(request.cell, request.lane * 64);
    lanes.insert(request.lane);
  }
  EXPECT_EQ(lanes.size(), 64U);
}

/// Every request is for a bank that its lane wants, whatever the order of the GPU's groups.
TEST(Rules, requests_have_the_lanes_that_made_them) {
  for (const std::string& name : description::gpu_names()) {
    const gpu::Description gpu = gpu::read_description(description::gpu_file(name));
    for (const auto& [type, bytes] :
         {std::pair{"float", 4U}, std::pair{"double", 8U}, std::pair{"float4", 16U}}) {
      for (const std::string end : {"", " =", "atomic "}) {
        const bool atomic = end == "atomic ";
        Question question =
            about(fmt::format("{} t[]", type), {atomic ? end + "t[3 * lane]" : "t[3 * lane]" + end},
                  std::to_string(gpu.wave));
        question.where = "lane % 7 != 2";
        const Accesses accesses = evaluate(question, gpu.wave);
        const auto operation = atomic        ? gpu::Operation::kAtomic
                               : end.empty() ? gpu::Operation::kRead
                                             : gpu::Operation::kWrite;
        if (gpu.rule(operation, 8 * bytes) == nullptr) continue;
        const std::vector<Request> requests = requests_of(accesses, accesses.executions[0], gpu);
        const std::uint32_t words = std::max(1U, bytes / gpu.interleave);
        const std::uint32_t loads = accesses.instructions[0].loop ? 2 : 1;  // and the swap
        EXPECT_EQ(requests.size(),
                  __builtin_popcountll(accesses.executions[0].mask) * words * loads);
        std::uint32_t last = 0;
        for (const Request& request : requests) {
          const std::uint32_t first = request.lane * 3 * bytes / gpu.interleave;
          const std::uint32_t banks = gpu.rule(operation, 8 * bytes)->banks;
          EXPECT_LT((request.bank + banks - first % banks) % banks, words) << name << " " << type;
          last = std::max(last, request.slot);
        }
        gpu::Lowering lowering(gpu);
        EXPECT_EQ(last, lowered(accesses, accesses.executions[0], lowering).slots) << name;
      }
    }
  }
}

TEST(Machines, the_overview_agrees_with_the_count_alone_and_has_every_mapping) {
  const Answer answer = ask::answer(
      evaluate(about("float tile[32][32]", {"tile[threadIdx.x][threadIdx.y]"})), papers_rules(), 2);
  std::map<std::string, double> slots;
  for (const Served& served : answer.machines) slots[served.options] = served.means.together;
  EXPECT_EQ(slots.at("dmm"), 32);
  EXPECT_EQ(slots.at("dmm --mapping pad"), 1);
  EXPECT_EQ(slots.at("sdmm --super-warp 4"), 8) << "four warps use four banks";
  EXPECT_LT(slots.at("rsdmm --rpu stream"), slots.at("rsdmm"));
}

TEST(Picture, shows_the_slot_of_every_lane_and_counts_words) {
  const Answer answer = answered(about("float s[64]", {"s[2 * lane]"}, "32"));
  draw::TerminalStyle style;
  style.unicode = false;
  const std::string drawn = draw_terminal(answer, style);
  EXPECT_NE(drawn.find("\n     1  . . 1 ."), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("\n    16  2 . . ."), std::string::npos) << drawn;
  EXPECT_NE(drawn.find("\n words  2 . 2 . 2"), std::string::npos) << drawn;
  const std::string svg = draw_svg(answer);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  EXPECT_NE(svg.find("s[i + i / 32]: 1 slot"), std::string::npos);
}

TEST(Regions, are_on_for_the_tiles_that_conflict_and_off_for_padded_ones) {
  Question question;
  question.tiles = {"float a[32][32]", "float b[32][33]"};
  question.accesses = {"a[threadIdx.x][k]", "b[threadIdx.x][k]"};
  question.loops = {"k=0..3"};
  const Answer found = answer(evaluate(question, 32), papers_rules(), 5);
  const std::vector<RegionAdvice> advice = advise_regions(found);
  ASSERT_EQ(advice.size(), 2U);
  EXPECT_EQ(advice[0].off, 32);
  EXPECT_LT(advice[0].on, 8);
  EXPECT_TRUE(advice[0].wanted());
  EXPECT_EQ(advice[1].off, 1);
  EXPECT_GT(advice[1].on, 1);
  EXPECT_FALSE(advice[1].wanted());
  EXPECT_EQ(regions_sentence(found).find("--mapping h3 --regions: on for a (32 slots, "), 0U);
  EXPECT_NE(regions_sentence(found).find(", off for b (1 slot, "), std::string::npos);
  EXPECT_TRUE(advise_regions(answer(evaluate(question, 32), papers_rules(), 0)).empty());
}

}  // namespace
}  // namespace superwarp::ask
