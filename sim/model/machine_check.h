// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// Rows of `width` words that cover `words` words.
constexpr std::uint64_t rows_covering(std::uint64_t words, std::uint32_t width) {
  return (words + width - 1) / width;
}

/// Of a machine of one memory. Throws std::invalid_argument unless the width is a power of two from
/// 2 to 2^16, latency and super warp are at least 1, super warps are asked only of a machine that
/// has them, and an RPU in which warps overlap of one that may have it, with parameters that it can
/// have. Throws it for a hierarchical machine, whose memories are machines by themselves.
void check_machine(const Machine& machine);

}  // namespace superwarp::model
