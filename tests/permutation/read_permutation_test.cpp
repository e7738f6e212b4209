// SPDX-License-Identifier: Apache-2.0
#include "sim/permutation/read_permutation.h"

#include "sim/trace/input_error.h"
#include "tests/units/headers.h"

namespace superwarp::permutation {
namespace {

std::vector<std::uint32_t> read(const std::string& text, std::uint64_t size, std::uint64_t row = 0) {
  std::istringstream in(text);
  return read_permutation(in, "p", size, row == 0 ? size : row).targets();
}

std::string refusal(const std::string& text, std::uint64_t size, std::uint64_t row = 0) {
  try {
    read(text, size, row);
    return "accepted";
  } catch (const trace::InputError& error) {
    return error.what();
  }
}

TEST(ReadPermutation, takes_one_number_a_line_and_comments) {
  EXPECT_EQ(read("# three\n2\n\n 0 # the second\n\t1\r\n#\n", 3), (std::vector<std::uint32_t>{2, 0, 1}));
  EXPECT_EQ(read("1\n0\n3\n2\n", 4, 2), (std::vector<std::uint32_t>{1, 0, 3, 2}));
}

TEST(ReadPermutation, names_the_line_of_an_error) {
  EXPECT_EQ(refusal("0\n# \n2\n0\n", 3), "p:4: 0 again: line 1 has it, expected every target once");
  EXPECT_EQ(refusal("0\n3\n", 3), "p:2: '3', expected the target of word 1, 0 to 2");
  EXPECT_EQ(refusal("-1\n", 3), "p:1: '-1', expected the target of word 0, 0 to 2");
  EXPECT_EQ(refusal("0\nx\\1\n", 3), "p:2: 'x\\1', expected the target of word 1, 0 to 2");
  EXPECT_EQ(refusal("0\n1.0\n", 3), "p:2: '1.0', expected the target of word 1, 0 to 2");
  EXPECT_EQ(refusal("0 1 2\n", 3), "p:1: '1' after 0, expected one number a line");
  EXPECT_EQ(refusal("0\n1\n", 3), "p:2: the text ends after 2 numbers, expected 3, as many as --size");
  EXPECT_EQ(refusal("", 3), "p: the text ends after 0 numbers, expected 3, as many as --size");
  EXPECT_EQ(refusal("0\n1\n2\n3\n", 3), "p:4: '3' after 3 numbers, expected as many as --size");
  EXPECT_NE(refusal("0\n1\n2", 3).find("p:3: the last line has no end"), std::string::npos);
  EXPECT_EQ(refusal("1\n2\n", 4, 2), "p:2: '2', expected the target of word 1, 0 to 1");
  EXPECT_EQ(refusal("1\n0\n1\n", 4, 2), "p:3: '1', expected the target of word 2, 2 to 3");
  EXPECT_THROW(read("0\n", Permutation::kLargest + 1), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::permutation
