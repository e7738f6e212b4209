// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/workload/entry.h"

/// \file
/// Sum and prefix sums. Symbols as in the sum/prefix-sums chapter: n numbers in a. The numbers are
/// the words' tokens, so every sum identifies its words. All sums are modulo 2^32.

namespace superwarp::workload {

/// The sum of the first `count` tokens.
constexpr Word sum_of_tokens(std::uint64_t count) {
  return static_cast<Word>(count * (count - 1) / 2);
}

}  // namespace superwarp::workload
