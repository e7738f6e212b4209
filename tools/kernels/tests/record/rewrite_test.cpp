// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/rewrite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace superwarp::record {
namespace {

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// What the launch of `callee` becomes, in front of its configuration and behind it.
std::string launched(const std::string& callee, const std::string& configuration) {
  return "::superwarp_record::launch(\"" + callee + "\", ::superwarp_record::configuration(" +
         configuration + "), [=](auto... superwarp_arguments) { " + callee +
         "(superwarp_arguments...); })";
}

TEST(Rewrite, a_launch_is_a_call_with_the_same_arguments) {
  EXPECT_EQ(rewritten("f<<<g, b>>>(x, y);"), launched("f", "g, b") + "(x, y);");
}

TEST(Rewrite, a_launch_keeps_template_arguments_and_spaces_of_names) {
  EXPECT_EQ(rewritten("a::f<int, (4 > 3)> <<<g, b, 0, s>>>(x);"),
            launched("a::f<int, (4 > 3)> ", "g, b, 0, s") + "(x);");
}

TEST(Rewrite, a_pointer_to_a_kernel_is_launched) {
  EXPECT_EQ(rewritten("(*f)<<<1, 2>>>(x);"), launched("(*f)", "1, 2") + "(x);");
}

TEST(Rewrite, NULL_is_a_pointer_among_arguments_only) {
  EXPECT_EQ(rewritten("f<<<1, 2>>>(NULL); g(NULL);"),
            launched("f", "1, 2") + "(nullptr); g(NULL);");
}

TEST(Rewrite, shifts_comments_and_literals_are_no_launches) {
  for (const char* const text : {"a << b; c >> d;", "// f<<<1, 2>>>(x);", "\"f<<<1, 2>>>(x);\"",
                                 "/* f<<<1,\n2>>>(x); */", "R\"(f<<<1, 2>>>(x);)\"", "f<<<1, 2;"}) {
    EXPECT_EQ(rewritten(text), text);
  }
}

TEST(Rewrite, a_sum_of_one_whose_result_is_dropped_counts) {
  const std::string counts = "::superwarp_record::count_one(&a[f(i, j)]);";
  EXPECT_EQ(rewritten("; atomicAdd(&a[f(i, j)], 1U);"), "; " + counts);
  EXPECT_EQ(rewritten("if (x(1)) atomicAdd(&a[f(i, j)], 1);"), "if (x(1)) " + counts);
  EXPECT_EQ(rewritten("for (;;) atomicAdd(&a[f(i, j)], 1u);"), "for (;;) " + counts);
  EXPECT_EQ(rewritten("{ atomicAdd(&a[f(i, j)],\n1); }"),
            "{ " + counts.substr(0, counts.size() - 2) + "\n); }");
  for (const char* const text :
       {"int b = atomicAdd(&a[0], 1);", "return (int)atomicAdd(&a[0], 1);",
        "; atomicAdd(&a[0], 2);", "; atomicAdd(&a[0], n);", "; atomicAdd(&a[0], b + 1);",
        "f(atomicAdd(&a[0], 1));", "; atomicAdd(&a[0], 1) + 1;", "#define ADD(a) atomicAdd(a, 1);",
        "; atomicAdd(1);", "; atomicAdd", "; atomicAdd(", "atomicAdd(a, 1);", "; atomicAdd();"}) {
    EXPECT_EQ(rewritten(text), text);
  }
}

TEST(Rewrite, dynamic_arrays_are_one_array) {
  EXPECT_EQ(rewritten("extern __shared__ float s[];"),
            "extern  float s[] __asm__(\"superwarp_dynamic_shared\");");
  EXPECT_EQ(rewritten("extern __shared__ __align__(16) char s[];"),
            "extern  __align__(16) char s[] __asm__(\"superwarp_dynamic_shared\");");
  EXPECT_EQ(rewritten("extern float s[]; extern void f(int);"),
            "extern float s[]; extern void f(int);");
}

TEST(Rewrite, a_kernel_tells_its_name_and_a_declaration_does_not) {
  EXPECT_EQ(rewritten("__global__ void __launch_bounds__(4) f(int a) { g(); }"),
            "__global__ void __launch_bounds__(4) f(int a) { "
            "if (!::superwarp_record::kernel(__PRETTY_FUNCTION__)) return; g(); }");
  EXPECT_EQ(rewritten("__global__ void f(int a);"), "__global__ void f(int a);");
}

TEST(Rewrite, inline_PTX_is_refused_when_it_is_executed) {
  EXPECT_EQ(rewritten("asm volatile(\"bar;\" :\n: \"r\"(x));"),
            "::superwarp_record::unsupported(\"inline PTX\", __FILE__, __LINE__)\n;");
}

TEST(Rewrite, a_kernel_that_is_launched_as_a_pointer_keeps_its_parameters) {
  EXPECT_EQ(rewritten("cudaLaunchKernel((const void *)f<4>, a, b);"),
            "cudaLaunchKernel(f<4>, a, b);");
  EXPECT_EQ(rewritten("cudaLaunchKernel(f, (void*)a);"), "cudaLaunchKernel(f, (void*)a);");
}

TEST(Rewrite, an_alignment_stands_before_shared) {
  EXPECT_EQ(rewritten("__shared__ alignas(alignof(float4)) float a[2];"),
            "alignas(alignof(float4)) __shared__ float a[2];");
}

TEST(Rewrite, brackets_may_stand_apart_and_kernels_in_an_array) {
  EXPECT_EQ(rewritten("f << <a, b >> > (c);"), rewritten("f <<<a, b >>> (c);"));
  EXPECT_NE(rewritten("f << <a, b >> > (c);").find("launch(\"f \""), std::string::npos);
  EXPECT_NE(rewritten("; f[i][j]<<<a, b>>>(c);").find("launch(\"f[i][j]\""), std::string::npos);
}

TEST(Rewrite, every_line_keeps_its_number) {
  const std::string text =
      "template <int N>\n__global__ void\nf(int* a)\n{\n  extern __shared__ int s[];\n"
      "  asm(\"a\"\n      \"b\");\n}\nvoid h() {\n  f<4>\n      <<<1,\n         2>>>(\n"
      "          NULL);\n}\n";
  EXPECT_EQ(lines(rewritten(text)), lines(text));
}

TEST(Rewrite, damaged_text_does_not_stop_it) {
  const std::string text =
      "__global__ void f(int* a) { extern __shared__ int s[]; asm(\"x\"); }\n"
      "void h() { a::f<4><<<1, g(2)>>>(NULL, R\"(raw)\", '\\'', 1'000); } /* end */\n";
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    std::string damaged = text;
    for (int n = 0; n < 3; ++n) {
      const std::size_t at = random() % damaged.size();
      if (random() % 2 == 0) {
        damaged.erase(at, 1 + random() % 8);
      } else {
        damaged.insert(at, 1, "<>(){}[];\"'/*\n\\"[random() % 14]);
      }
      if (damaged.empty()) damaged = ";";
    }
    static_cast<void>(rewritten(damaged));
  }
}

}  // namespace
}  // namespace superwarp::record
