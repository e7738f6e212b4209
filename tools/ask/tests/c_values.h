// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace superwarp::ask {

/// A thread's names, as a kernel has them.
struct ThreadNames {
  unsigned x = 0;  ///< threadIdx
  unsigned y = 0;
  int k = 0;  ///< a loop variable
  int a = 0;  ///< constants
  unsigned b = 1;
  long c = 1;
};

/// An expression and what the compiler makes of it.
struct CValue {
  std::string text;
  std::int64_t value = 0;
  std::uint32_t bytes = 0;
  bool is_signed = false;
};

/// Expressions of every operator, pair of operators, type and literal, evaluated by the compiler.
std::vector<CValue> c_values(const ThreadNames& names);

}  // namespace superwarp::ask
