// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/ir.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tools/kernels/record/joins.h"

namespace superwarp::record {
namespace {

constexpr const char* kModule = R"(@v = global i32 0

define dso_local void @f(i32 %0) #1 !dbg !2 {
  switch i32 %0, label %2 [
    i32 0, label %"odd name"
    i32 1, label %3
  ], !dbg !3

2:                                                ; preds = %1
  invoke void @g()
          to label %3 unwind label %lpad

"odd name":                                       ; preds = %1
  br label %3

3:
  ret void

lpad:
  unreachable
}

define void @"odd g"() #2 {
entry:
  br i1 true, label %entry2, label %entry2

entry2:
  ret void
}

attributes #1 = { nounwind nosanitize_coverage uwtable }
attributes #2 = { nounwind }
)";

TEST(IrModule, an_unchanged_module_keeps_its_text) { EXPECT_EQ(IrModule(kModule).text(), kModule); }

TEST(IrModule, functions_have_their_blocks_and_branches) {
  const IrModule module(kModule);
  ASSERT_EQ(module.functions.size(), 2U);
  const IrFunction& f = module.functions[0];
  EXPECT_EQ(f.name, "f");
  EXPECT_TRUE(f.uncounted);
  ASSERT_EQ(f.blocks.size(), 5U);
  EXPECT_EQ(f.blocks[0].successors, (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(f.blocks[1].successors, (std::vector<std::size_t>{3}));
  EXPECT_EQ(f.blocks[2].name, "odd name");
  EXPECT_EQ(module.lines[f.blocks[3].begin], "  ret void");
  const IrFunction& g = module.functions[1];
  EXPECT_EQ(g.name, "odd g");
  EXPECT_FALSE(g.uncounted);
  ASSERT_EQ(g.blocks.size(), 2U);
  EXPECT_EQ(g.blocks[0].successors, (std::vector<std::size_t>{1, 1}));
}

TEST(LiftJoins, loads_that_were_put_at_the_beginning_of_a_block_go_behind_its_join_and_no_others) {
  const IrModule marked(R"(define void @f() {
one:
  call void @superwarp_join(i64 1)
two:
  call void @superwarp_join(i64 2)
three:
  call void @superwarp_join(i64 3)
}
)");
  const std::string text = R"(define void @g() {
one.i:
  %p = phi i32* [ @a, %x ], [ @b, %y ]
  call void @__sanitizer_cov_load4(i32* %p)
  %v = load i32, i32* %p
  call void @superwarp_join(i64 1)
two:
  call void @__sanitizer_cov_store4(i32* %p)
  call void @superwarp_join(i64 2)
another:
  call void @__sanitizer_cov_load4(i32* %p)
  call void @superwarp_join(i64 3)
}
)";
  IrModule optimised(text);
  lift_joins(marked, optimised);
  std::vector<std::string> expected = IrModule(text).lines;
  std::rotate(&expected[3], &expected[5], &expected[6]);
  EXPECT_EQ(optimised.lines, expected);
}

}  // namespace
}  // namespace superwarp::record
