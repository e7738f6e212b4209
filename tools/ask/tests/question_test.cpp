// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tools/ask/accesses.h"

namespace superwarp::ask {
namespace {

Question transpose() {
  Question question;
  question.accesses = {"tile[threadIdx.y][threadIdx.x] =", "tile[threadIdx.x][threadIdx.y]"};
  question.tiles = {"float tile[32][32]"};
  question.block = "32x8";
  return question;
}

std::string message(const Question& question) {
  try {
    evaluate(question);
  } catch (const std::invalid_argument& refusal) {
    return refusal.what();
  }
  return "";
}

TEST(Question, warps_are_32_threads_with_x_fastest) {
  Question question = transpose();
  question.block = "16x4x2";
  question.accesses = {"tile[threadIdx.z * 4 + threadIdx.y][threadIdx.x]", "tile[warp][lane]"};
  const Accesses accesses = evaluate(question);
  ASSERT_EQ(accesses.executions.size(), 8U);
  EXPECT_EQ(accesses.executions[1].warp, 1U);
  EXPECT_EQ(accesses.executions[1].address[0], 2U * 32 * 4);
  EXPECT_EQ(accesses.executions[1].address[17], (3U * 32 + 1) * 4);
  EXPECT_EQ(accesses.executions[2].address[0], 4U * 32 * 4);
  EXPECT_EQ(accesses.executions[7].address[31], (3U * 32 + 31) * 4);
}

TEST(Question, the_last_warp_may_lack_threads_and_where_takes_some_away) {
  Question question = transpose();
  question.block = "40";
  question.accesses = {"tile[0][threadIdx.x % 32]"};
  EXPECT_EQ(evaluate(question).executions[1].mask, 0xffU);
  question.where = "threadIdx.x % 2 == 0 && threadIdx.x < 10";
  const Accesses accesses = evaluate(question);
  ASSERT_EQ(accesses.executions.size(), 1U) << "a warp without active threads does not execute";
  EXPECT_EQ(accesses.executions[0].mask, 0x155U);
  question.where = "0";
  EXPECT_NE(message(question).find("no thread is active"), std::string::npos);
}

TEST(Question, loops_take_all_their_values_the_last_one_fastest) {
  Question question = transpose();
  question.block = "32";
  question.constants = {"N=2", "ON"};
  question.loops = {"i=0..N-1,7", "k=N*2,1"};
  question.accesses = {"tile[i][k + ON]"};
  const Accesses accesses = evaluate(question);
  ASSERT_EQ(accesses.executions.size(), 6U);
  EXPECT_EQ(accesses.executions[0].address[0], 5U * 4);
  EXPECT_EQ(accesses.executions[1].address[0], 2U * 4);
  EXPECT_EQ(accesses.executions[5].address[0], (7U * 32 + 2) * 4);
  EXPECT_EQ(accesses.iteration_name(5), "i = 7, k = 1");
}

TEST(Question, names_stand_for_expressions_and_constants) {
  Question question = transpose();
  question.constants = {"T=16", "PAD=T/16"};
  question.tiles = {"__shared__ double a[T][T + PAD];", "extern float s[]"};
  question.definitions = {"y=threadIdx.y", "row=y*2", "p=&a[row][0]"};
  question.accesses = {"p[threadIdx.x % T]", "s[row]"};
  const Accesses accesses = evaluate(question);
  EXPECT_EQ(accesses.tiles[0].bytes(), 16U * 17 * 8);
  EXPECT_EQ(accesses.tiles[1].offset, 16U * 17 * 8);
  EXPECT_EQ(accesses.executions[1].address[3], (2U * 17 + 3) * 8);
  EXPECT_EQ(accesses.instructions[0].bytes, 8U);
  EXPECT_EQ(accesses.instructions[1].bytes, 4U);
}

TEST(Question, a_trailing_sign_of_assignment_marks_a_store) {
  const Accesses accesses = evaluate(transpose());
  EXPECT_EQ(accesses.instructions[0].operation, gpu::Operation::kWrite);
  EXPECT_EQ(accesses.instructions[0].text, "tile[threadIdx.y][threadIdx.x]");
  EXPECT_EQ(accesses.instructions[1].operation, gpu::Operation::kRead);
}

TEST(Question, a_word_in_front_marks_another_operation) {
  Question question;
  question.tiles = {"half t[32][72]", "int h[4]"};
  question.accesses = {"ldmatrix.x2 t[lane][8]", "count h[lane % 4]", " stmatrix\tt[lane][0]"};
  const Accesses accesses = evaluate(question);
  EXPECT_EQ(accesses.instructions[0].operation, gpu::Operation::kMatrixRead);
  EXPECT_EQ(accesses.instructions[0].bytes, 16U);
  EXPECT_EQ(accesses.executions[0].mask, 0xffffU);
  EXPECT_EQ(accesses.executions[0].address[3], (3U * 72 + 8) * 2);
  EXPECT_EQ(accesses.instructions[1].operation, gpu::Operation::kCount);
  EXPECT_EQ(accesses.instructions[1].tile, 1U);
  EXPECT_EQ(accesses.instructions[2].operation, gpu::Operation::kMatrixWrite);
  question.constants = {"atomic=4"};  // a name stays a name
  question.tiles = {};
  question.accesses = {"atomic * lane"};
  EXPECT_EQ(evaluate(question).instructions[0].operation, gpu::Operation::kRead);
}

TEST(Question, an_access_that_leaves_its_row_is_noticed) {
  Question question = transpose();
  EXPECT_FALSE(evaluate(question).tiles[0].flat);
  question.accesses = {"tile[0][threadIdx.y * 32 + threadIdx.x]"};
  EXPECT_TRUE(evaluate(question).tiles[0].flat);
  question.accesses = {"((float4*)tile)[threadIdx.x]"};
  EXPECT_TRUE(evaluate(question).tiles[0].flat);
  question.accesses = {"*(float4*)&tile[threadIdx.x][4]"};
  EXPECT_FALSE(evaluate(question).tiles[0].flat);
}

TEST(Question, what_is_wrong_is_said_with_the_thread) {
  struct Bad {
    std::string says;
    void (*change)(Question&);
  };
  for (const Bad& bad : std::vector<Bad>{
           {"byte 4096 is outside of 'float tile[32][32]', which has 4096 bytes, in thread (0, 4, "
            "0)",
            [](Question& q) { q.accesses = {"tile[threadIdx.y * 8][threadIdx.x]"}; }},
           {"no multiple of the 16 bytes of the access, which a GPU refuses, in thread (1, 0, 0)",
            [](Question& q) { q.accesses = {"*(float4*)&tile[0][threadIdx.x]"}; }},
           {"a division by zero, in thread (0, 0, 0) at k = 0",
            [](Question& q) { q.loops = {"k=0..3"}, q.accesses = {"tile[1 / k][0]"}; }},
           {"expected 1 more subscript: this is an array", [](Question& q) { q.accesses = {"tile[0]"}; }},
           {"without --tile a number is a byte address", [](Question& q) { q.accesses = {"threadIdx.x * 4"}; }},
           {"--bytes 3: expected 1, 2, 4, 8 or 16",
            [](Question& q) { q.tiles = {}, q.accesses = {"lane * 3"}, q.bytes = 3; }},
           {"a float3 of 12 bytes is several accesses; ask about a member, as in t[lane].x",
            [](Question& q) { q.tiles = {"float3 t[32]"}, q.accesses = {"t[lane]"}; }},
           {"expected --block", [](Question& q) { q.block = ""; }},
           {"--block 64x32: expected at most 1024 threads", [](Question& q) { q.block = "64x32"; }},
           {"--block, column 4: expected up to three numbers from 1, as in 32x8",
            [](Question& q) { q.block = "32xy"; }},
           {"--block, column 1", [](Question& q) { q.block = "0"; }},
           {"--block, column 7", [](Question& q) { q.block = "1x1x1x1x1"; }},
           {"expected '[' and the size of tile", [](Question& q) { q.tiles = {"float tile   "}; }},
           {"did you mean 'float'?", [](Question& q) { q.tiles = {"flaot tile[2]"}; }},
           {"a size of 0, expected 1 to", [](Question& q) { q.tiles = {"float tile[0]"}; }},
           {"more than 16777216 bytes", [](Question& q) { q.tiles = {"float tile[4096][4096]"}; }},
           {"unknown name 'N'", [](Question& q) { q.tiles = {"float tile[N][32]"}; }},
           {"only the first size may be left out", [](Question& q) { q.tiles = {"float tile[32][]"}; }},
           {"'tile' already has a meaning",
            [](Question& q) {
              q.tiles = {"float tile[32][32]", "int tile[3]"};
            }},
           {"'lane' already has a meaning", [](Question& q) { q.loops = {"lane=0..3"}; }},
           {"the range from 3 to 0 is empty", [](Question& q) { q.loops = {"k=3..0"}; }},
           {"expected NAME=VALUE", [](Question& q) { q.loops = {"k"}; }},
           {"expected at most 65536 values", [](Question& q) { q.loops = {"k=0..99999999"}; }},
           {"more than 1048576 addresses", [](Question& q) { q.loops = {"k=0..60000"}; }},
           {"expected an access such as", [](Question& q) { q.accesses = {}; }}}) {
    Question question = transpose();
    bad.change(question);
    const std::string said = message(question);
    EXPECT_NE(said.find(bad.says), std::string::npos) << bad.says << "\n" << said;
  }
}

}  // namespace
}  // namespace superwarp::ask
