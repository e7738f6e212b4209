// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/model/mapping.h"

/// \file
/// What a family of mappings gives to the list of all of them (mapping.cpp).

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// One mapping: what to call it, how to make it, and how to draw its key.
struct MappingEntry {
  MappingInfo info;
  std::unique_ptr<Mapping> (*make)(const Machine&);
  /// Null where the mapping has no key.
  std::vector<std::uint32_t> (*draw)(std::uint64_t seed, std::uint64_t rows,
                                     std::uint32_t width) = nullptr;
};

using MappingFamily = std::vector<MappingEntry>;

MappingFamily fixed_mappings();       ///< identity, pad, xor-swizzle, prime
MappingFamily polynomial_mappings();  ///< ipoly
MappingFamily row_shift_mappings();   ///< random-shift, random-xor, rap
MappingFamily hash_mappings();        ///< h3, tabulation

/// Throws std::invalid_argument unless the machine's key has `entries` entries, all below its
/// width.
void check_key(const Machine& machine, std::uint64_t entries);

}  // namespace superwarp::model
