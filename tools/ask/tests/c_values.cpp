// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/tests/c_values.h"

#include <type_traits>

// clang-format off
// NOLINTBEGIN
#define VALUE(...)                                                                   \
  all.push_back({#__VA_ARGS__, static_cast<std::int64_t>(__VA_ARGS__), sizeof(__VA_ARGS__), \
                 std::is_signed<std::decay_t<decltype(__VA_ARGS__)>>::value});
// Every operator after `op`, and so every pair in both orders.
#define PAIRS(op)                                                                             \
  VALUE(a op b * c) VALUE(a op b / c) VALUE(a op b % c) VALUE(a op b + c) VALUE(a op b - c)   \
  VALUE(a op b << c) VALUE(a op b >> c) VALUE(a op b < c) VALUE(a op b > c)                   \
  VALUE(a op b <= c) VALUE(a op b >= c) VALUE(a op b == c) VALUE(a op b != c)                 \
  VALUE(a op b & c) VALUE(a op b ^ c) VALUE(a op b | c) VALUE(a op b && c) VALUE(a op b || c) \
  VALUE(a op b ? c : b) VALUE(-a op b) VALUE(~a op b) VALUE(!a op b) VALUE(a op +b)

namespace superwarp::ask {

std::vector<CValue> c_values(const ThreadNames& names) {
  struct { unsigned x, y; } threadIdx = {names.x, names.y};
  const int k = names.k;
  const int a = names.a;
  const unsigned b = names.b;
  const long c = names.c;
  std::vector<CValue> all;
  PAIRS(*) PAIRS(/) PAIRS(%) PAIRS(+) PAIRS(-) PAIRS(<<) PAIRS(>>) PAIRS(<) PAIRS(>) PAIRS(<=)
  PAIRS(>=) PAIRS(==) PAIRS(!=) PAIRS(&) PAIRS(^) PAIRS(|) PAIRS(&&) PAIRS(||)
  // Types: promotion, conversion, wrapping.
  VALUE(threadIdx.x - 1) VALUE(threadIdx.x - 1 < 0) VALUE(-threadIdx.x) VALUE(a - 5) VALUE(a - 5 < 0)
  VALUE((a - 5) / 2) VALUE((a - 5) % 3) VALUE((a - 5) >> 1) VALUE((a - 5u) >> 1) VALUE((a - 5) * 1L)
  VALUE((a - 5) + b) VALUE((a - 5) * 1ul) VALUE(true ? -1 : 1u) VALUE(k ? c : b) VALUE(k ? a : b)
  VALUE((char)(a * 77)) VALUE((unsigned char)(a * 77)) VALUE((short)(a * 7777)) VALUE((bool)(a * 4))
  VALUE((unsigned short)(a * 7777) + 1) VALUE((long long)threadIdx.x - 1) VALUE((int)(threadIdx.x - 1))
  VALUE((unsigned)-1 >> 1) VALUE((std::int64_t)-1) VALUE(static_cast<int>(threadIdx.x) - 1)
  VALUE((unsigned long long)(a - 5) >> 40) VALUE((unsigned)(a - 5) / 2) VALUE(sizeof(float) * b)
  VALUE(sizeof(double) - 9) VALUE(sizeof(int*)) VALUE(1 << 31 >> 31) VALUE(1u << 31 >> 31)
  // Literals.
  VALUE(0) VALUE(2147483647) VALUE(2147483648) VALUE(0x7fffffff) VALUE(0x80000000) VALUE(0xffffffffffffffff)
  VALUE(4294967295) VALUE(037) VALUE(0b101) VALUE(1'000'000) VALUE(5u) VALUE(5L) VALUE(5UL) VALUE(5ll)
  VALUE(5llu) VALUE(5LLU) VALUE(0x1FUL) VALUE(4294967296u) VALUE(9223372036854775807)
  // What is not needed is not evaluated.
  VALUE(k && a / k) VALUE(!k || a % k) VALUE(k ? a / k : 7) VALUE(k == 0 || 100 / k > 3)
  // Indices of well-known kernels.
  VALUE(threadIdx.y * 33 + threadIdx.x) VALUE((threadIdx.x + threadIdx.y) % 32) VALUE(threadIdx.x ^ threadIdx.y)
  VALUE(2 * k * threadIdx.x) VALUE(2 * (k + 1) * threadIdx.x - 1) VALUE((threadIdx.x >> 5) + threadIdx.x)
  VALUE(threadIdx.x / 4 * 4 + (threadIdx.x & 3)) VALUE(threadIdx.x < 16 ? threadIdx.x : 31 - threadIdx.x)
  VALUE(- - a) VALUE(!!a) VALUE(~~b) VALUE(+-+a) VALUE(a?b?1:2:3) VALUE(a?1:b?2:3) VALUE(((((a)))))
  return all;
}
// NOLINTEND
// clang-format on

}  // namespace superwarp::ask
