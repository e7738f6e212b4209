// SPDX-License-Identifier: Apache-2.0
#include "tools/replay/ncu/kernel_name.h"

#include <gtest/gtest.h>

namespace superwarp::ncu {
namespace {

const char* const kRecorded = "void transpose(const float *, float *, int) [Padding = 0]";

TEST(KernelName, every_program_that_writes_it_names_the_same_kernel) {
  for (const char* name : {kRecorded, "void transpose<(int)0>(const float *, float *, int)",
                           "void transpose<0>(const float *, float *, int)", "_Z9transposeILi0EEvPKfPfi",
                           "void tiles::transpose<0u>(const float *)", "void (anonymous namespace)::transpose<0>()",
                           "void <unnamed>::transpose<false>()", "transpose<(bool)0>"}) {
    const KernelName read = kernel_name(name);
    EXPECT_EQ(read.base, "transpose") << name;
    EXPECT_EQ(read.arguments, std::vector<std::string>{"0"}) << name;
    EXPECT_TRUE(alike(read, kernel_name(kRecorded))) << name;
  }
}

TEST(KernelName, other_arguments_are_another_kernel) {
  const auto are_alike = [](const char* one, const char* other) { return alike(kernel_name(one), kernel_name(other)); };
  EXPECT_FALSE(are_alike(kRecorded, "void transpose<(int)1>(const float *, float *, int)"));
  EXPECT_FALSE(are_alike("void sum<float>(float *)", "void sum<int>(int *)"));
  EXPECT_FALSE(are_alike("void sum<float>(float *)", "void sums<float>(float *)"));
  EXPECT_TRUE(are_alike("void sum(T *) [T = float, N = 4U]", "void sum<float, (unsigned int)4>(T1 *)"));
  EXPECT_FALSE(are_alike("void sum(T *) [T = float, N = 4U]", "void sum<float, 8>(T1 *)"));
}

TEST(KernelName, arguments_count_as_far_as_both_tell_them) {
  EXPECT_TRUE(alike(kernel_name(kRecorded), kernel_name("transpose")));
  EXPECT_TRUE(alike(kernel_name("void fold(int *) [How = kMost]"), kernel_name("void fold<(Operation)1>(int *)")));
  EXPECT_TRUE(
      alike(kernel_name("void fold<pair<int, 2>, 1>(int *)"), kernel_name("void fold<pair<int,2>, (int)1>(int *)")));
}

TEST(KernelName, is_shown_without_types) {
  EXPECT_EQ(short_name(kRecorded), "transpose<0>");
  EXPECT_EQ(short_name("void ns::sum<float, (int)8>(T1 *)"), "sum<float, 8>");
  EXPECT_EQ(short_name("align(int *)"), "align");
}

TEST(KernelName, takes_any_text) {
  for (const char* name : {"", "<", ">", "(", ")", "[", "]", " [", " []", "a<", "a<>", "_Z", "_Z9x", "::", " ", "a [b]",
                           "-", "a<(>", "a<-, u>"}) {
    EXPECT_TRUE(alike(kernel_name(name), kernel_name(name))) << name;
  }
}

}  // namespace
}  // namespace superwarp::ncu
