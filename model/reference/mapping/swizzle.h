// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/reference/mapping/family.h"

namespace superwarp::model {

/// CuTe's Swizzle<B, M, S>: bits [M, M + B) of an address are flipped by the bits S above them;
/// with a negative S bits [M - S, M - S + B) by those -S below them.
struct Swizzle {
  int b = 3;
  int m = 4;
  int s = 3;

  std::uint64_t operator()(std::uint64_t byte) const;
};

inline constexpr const char* kSwizzlePrefix = "swizzle:";

/// The swizzle called "swizzle:B,M,S", or by a name of swizzle_mappings(). Throws
/// std::invalid_argument for numbers that are no swizzle, and for a swizzle that splits words.
Swizzle swizzle_named(const std::string& name);

/// The mapping of such a name. Throws as above.
MappingEntry swizzle_entry(const std::string& name);

}  // namespace superwarp::model
