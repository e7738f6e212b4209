// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/record/rewrite.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace superwarp::record {
namespace {

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// What the launch of `callee` becomes, in front of its configuration and behind it.
std::string launched(const std::string& callee, const std::string& configuration) {
  return "::superwarp_record::launch(\"" + callee + "\", ::superwarp_record::configuration(" + configuration +
         "), [=](auto... superwarp_arguments) { " + callee + "(superwarp_arguments...); })";
}

TEST(Rewrite, is_as_in_this_table) {
  const std::string counts = "::superwarp_record::count_one(&a[f(i, j)]);";
  const std::string counts_below = "::superwarp_record::count_one(&a[f(i, j)]\n);";
  const std::vector<std::array<std::string, 3>> table = {
      {"a launch is a call with the same arguments", "f<<<g, b>>>(x, y);", launched("f", "g, b") + "(x, y);"},
      {"template arguments and spaces of names stay", "a::f<int, (4 > 3)> <<<g, b, 0, s>>>(x);",
       launched("a::f<int, (4 > 3)> ", "g, b, 0, s") + "(x);"},
      {"pointers to kernels", "(*f)<<<1, 2>>>(x);", launched("(*f)", "1, 2") + "(x);"},
      {"kernels in an array", "; f[i][j]<<<a, b>>>(c);", "; " + launched("f[i][j]", "a, b") + "(c);"},
      {"brackets may stand apart", "f << <a, b >> > (c);", launched("f ", "a, b ") + " (c);"},
      {"NULL is a pointer among arguments only", "f<<<1, 2>>>(NULL); g(NULL);",
       launched("f", "1, 2") + "(nullptr); g(NULL);"},
      {"a sum of one whose result is dropped", "; atomicAdd(&a[f(i, j)], 1U);", "; " + counts},
      {"behind if", "if (x(1)) atomicAdd(&a[f(i, j)], 1);", "if (x(1)) " + counts},
      {"behind for", "for (;;) atomicAdd(&a[f(i, j)], 1u);", "for (;;) " + counts},
      {"in a block", "{ atomicAdd(&a[f(i, j)],\n1); }", "{ " + counts_below + " }"},
      {"dynamic arrays are one array", "extern __shared__ float s[];",
       "extern  float s[] __asm__(\"superwarp_dynamic_shared\");"},
      {"dynamic arrays with an alignment", "extern __shared__ __align__(16) char s[];",
       "extern  __align__(16) char s[] __asm__(\"superwarp_dynamic_shared\");"},
      {"a kernel tells its name", "__global__ void __launch_bounds__(4) f(int a) { g(); }",
       "__global__ void __launch_bounds__(4) f(int a) { "
       "if (!::superwarp_record::kernel(__PRETTY_FUNCTION__)) return; g(); }"},
      {"inline PTX is refused when it is executed", "asm volatile(\"bar;\" :\n: \"r\"(x));",
       "::superwarp_record::unsupported(\"inline PTX\", __FILE__, __LINE__)\n;"},
      {"a kernel that is launched as a pointer", "cudaLaunchKernel((const void *)f<4>, a, b);",
       "cudaLaunchKernel(f<4>, a, b);"},
      {"an alignment stands before shared", "__shared__ alignas(alignof(float4)) float a[2];",
       "alignas(alignof(float4)) __shared__ float a[2];"},
      {"and keeps its lines", "__shared__ alignas(\n4) int a;", "alignas(\n4) __shared__ int a;"}};
  for (const auto& [name, source, result] : table) EXPECT_EQ(rewritten(source), result) << name;
}

TEST(Rewrite, leaves_the_rest_alone) {
  for (const char* const text : {"a << b; c >> d;",
                                 "// f<<<1, 2>>>(x);",
                                 "\"f<<<1, 2>>>(x);\"",
                                 "f<<<1, 2;",
                                 "/* f<<<1,\n2>>>(x); */",
                                 "R\"(f<<<1, 2>>>(x);)\"",
                                 "int b = atomicAdd(&a[0], 1);",
                                 "return (int)atomicAdd(&a[0], 1);",
                                 "; atomicAdd(&a[0], 2);",
                                 "; atomicAdd(&a[0], n);",
                                 "; atomicAdd(&a[0], b + 1);",
                                 "f(atomicAdd(&a[0], 1));",
                                 "; atomicAdd(&a[0], 1) + 1;",
                                 "#define ADD(a) atomicAdd(a, 1);",
                                 "; atomicAdd(1);",
                                 "; atomicAdd",
                                 "; atomicAdd(",
                                 "atomicAdd(a, 1);",
                                 "; atomicAdd();",
                                 "extern float s[]; extern void f(int);",
                                 "__global__ void f(int a);",
                                 "cudaLaunchKernel(f, (void*)a);"})
    EXPECT_EQ(rewritten(text), text);
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
