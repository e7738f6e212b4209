// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "sim/description/data_files.h"
#include "tools/ask/tests/questions.h"

namespace superwarp::ask {
namespace {

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
      for (std::uint32_t word = access.address.at(thread) / 4; word <= (access.address.at(thread) + bytes - 1) / 4;
           ++word)
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
  Question question = about(fmt::format("{} t[4096]", type),
                            {fmt::format("t[(lane * {} + (lane / {}) * {} + k) % 4096]", *rc::gen::inRange(0, 200),
                                         *rc::gen::inRange(1, 33), *rc::gen::inRange(0, 200))},
                            "64");
  question.loops = {"k=0..3"};
  question.where = fmt::format("lane % {} < 3", *rc::gen::inRange(1, 9));
  const Answer answer = answered(question);
  for (std::size_t i = 0; i < answer.executions.size(); ++i) {
    RC_ASSERT(answer.executions[i].slots == by_rule(answer.accesses, answer.accesses.executions[i]));
  }
}

TEST(Answer, the_sentence_says_slots_the_conflict_and_the_cure) {
  struct Case {
    Question question;
    std::string says;
  };
  const std::string no_cure = "; no padding of up to 16 elements and no XOR swizzle makes it less";
  Question bytes;
  bytes.accesses = {"lane * 128"};
  Question varying = about("float s[4096]", {"s[lane * k]"}, "32");
  varying.loops = {"k=1,2,3,4"};
  for (const auto& [question, says] : std::vector<Case>{
           {about("float tile[32][32]", {"tile[threadIdx.x][threadIdx.y]"}),
            "32 slots: the 32 lanes of a warp read 32 words of bank 0; `float tile[32][33]` makes "
            "it 1"},
           {about("float tile[32][32]", {"tile[threadIdx.y][threadIdx.x] =", "tile[threadIdx.x][threadIdx.y]"}),
            "33 slots (1 + 32): in `tile[threadIdx.x][threadIdx.y]`, the 32 lanes of a warp read "
            "32 words of bank 0; `float tile[32][33]` makes it 2"},
           {about("float tile[32][33]", {"tile[threadIdx.x][threadIdx.y]"}),
            "1 slot, no conflict: the 32 lanes of a warp read 32 words of 32 banks"},
           {about("float tile[32][32]", {"tile[0][0] ="}),
            "1 slot, no conflict: the 32 lanes of a warp write one word"},
           {about("float s[64]", {"s[2 * threadIdx.x]"}, "32"),
            "2 slots: lanes 0 and 16 read 2 words of bank 0, and so in 15 other banks; "
            "`s[i + i / 32]` makes it 1"},
           {about("float4 v[32]", {"v[lane]"}, "32"),
            "4 slots, no conflict: a warp's accesses of 16 bytes are served in 4 parts"},
           {about("float4 v[32]", {"v[lane]", "v[0] ="}, "32"),
            "8 slots (4 + 4), no conflict: a warp's accesses of 16 bytes are served in 4 parts"},
           {bytes,
            "32 slots: the 32 lanes of a warp read 32 words of bank 0; `i + i / 32, i = byte / 4` "
            "makes it 1"},
           {varying,
            "1 to 4 slots, 2 on average: in warp 0 at k = 4, lanes 0, 8, 16 and 24 read 4 words of "
            "bank 0, and so in 7 other banks; `s[i + i / 32]` makes it 1.25"},
           // Atomics take turns, matrices phases of 8 rows.
           {about("int h[32]", {"atomic h[0]"}, "32"),
            "64 slots: the 32 lanes of a warp update word 0 one after the other, in two slots each" + no_cure},
           {about("int h[32]", {"atomic h[lane]"}, "32"),
            "2 slots, no conflict: the 32 lanes of a warp update 32 words of 32 banks, in two slots "
            "each"},
           {about("int h[32][32]", {"atomic h[lane % 16][lane / 16]"}, "32"),
            "32 slots: 16 lanes of a warp update 16 words of bank 0, and so in 1 other bank, in two "
            "slots each; `int h[32][34]` makes it 2"},
           {about("half t[32][64]", {"ldmatrix.x4 t[lane % 8][lane / 8 * 8]"}, "32"),
            "32 slots: a warp's accesses of 16 bytes are served in 4 parts, of which the worst "
            "takes 8: 8 lanes of a warp read 8 words of bank 0, and so in 3 other banks; `half "
            "t[32][72]` makes it 4"}}) {
    EXPECT_EQ(sentence(answered(question)), says);
  }
}

/// Eight lanes on each of 4 words: 8 rounds, in which 32, 28, .. lanes load their words in a slot
/// and 8, 7, .. lanes of a word try to swap it one after the other.
TEST(Answer, an_atomic_that_is_no_addition_of_32_bits_goes_in_rounds_of_load_and_swap) {
  const gpu::Description hopper = gpu_named("hopper");
  const auto on_hopper = [&](const char* tile, const char* access) {
    return answer(evaluate(about(tile, {access}, "32")), hopper, 0);
  };
  EXPECT_EQ(sentence(on_hopper("int bins[32]", "atomic bins[lane % 4]")),
            "8 slots on hopper: 8 lanes of a warp update word 0 one after the other; no padding of "
            "up to 16 elements and no XOR swizzle makes it less");
  EXPECT_EQ(sentence(on_hopper("float bins[32]", "atomic bins[lane % 4]")),
            "44 slots on hopper: 8 lanes of a warp update word 0 one after the other, in 8 rounds "
            "of load and compare-and-swap; how a GPU orders the lanes is not public; no padding of "
            "up to 16 elements and no XOR swizzle makes it less");
  EXPECT_EQ(sentence(on_hopper("float bins[32]", "atomic bins[lane]")),
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
  const gpu::Description ampere = gpu_named("ampere");
  EXPECT_EQ(sentence(answer(evaluate(about("int h[32]", {"count h[0]"}, "32")), ampere, 0)),
            "1 slot on ampere, no conflict: the 32 lanes of a warp update one word together");
  EXPECT_THROW(answer(evaluate(about("int4 t[32]", {"stmatrix t[lane]"}, "32")), ampere, 0), std::invalid_argument);
}

TEST(Rules, of_a_GPU_count_and_name_the_lanes) {
  // A MI300's wave has 64 lanes, of which 32 are served together.
  const gpu::Description cdna3 = gpu_named("cdna3");
  const Answer amd = answer(evaluate(about("float t[64][64]", {"t[lane][0]"}, "64"), cdna3.wave), cdna3, 0);
  EXPECT_EQ(sentence(amd),
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
    const gpu::Description gpu = gpu_named(name);
    for (const auto& [type, bytes] : {std::pair{"float", 4U}, std::pair{"double", 8U}, std::pair{"float4", 16U}}) {
      for (const std::string end : {"", " =", "atomic "}) {
        const bool atomic = end == "atomic ";
        Question question = about(fmt::format("{} t[]", type), {atomic ? end + "t[3 * lane]" : "t[3 * lane]" + end},
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
        EXPECT_EQ(requests.size(), __builtin_popcountll(accesses.executions[0].mask) * words * loads);
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
  const Answer answer =
      ask::answer(evaluate(about("float tile[32][32]", {"tile[threadIdx.x][threadIdx.y]"})), papers_rules(), 2);
  std::map<std::string, double> slots;
  for (const Served& served : answer.machines) slots[served.options] = served.together;
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
