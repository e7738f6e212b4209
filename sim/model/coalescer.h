// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/coalescing.h"

namespace superwarp::model {

/// The segment that an access of words of `word_bytes` bytes is cut into: 32, 64 or 128 bytes.
/// Throws std::invalid_argument if there are no such words.
std::uint32_t segment_bytes(std::uint32_t word_bytes);

/// The transactions of a half-warp's access in their order: one for every segment of which a word
/// is requested, the segment of the lowest thread first; each is the smallest aligned block of 32,
/// 64 or 128 bytes around the words requested, at most the segment. Empty if no thread requests
/// anything.
///
/// Throws std::invalid_argument for an access that cannot be: other words than 1, 2, 4, 8 or 16
/// bytes, another number of threads than kHalfWarp, an address that is no multiple of the word or
/// not below kByteAddressLimit.
///
/// Source: GT200 paper (Kolpakov, Belov, Kropotov, ITNT 2020), Section III, "the following
/// protocol"; halving a segment as long as one half is unused ends at that block.
std::vector<Transaction> coalesce(const HalfWarpAccess& access);

/// The bytes of all `transactions`.
std::uint64_t total_bytes(const std::vector<Transaction>& transactions);

}  // namespace superwarp::model
