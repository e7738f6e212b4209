// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/coalescing.h"

namespace superwarp::model {

/// The segment size for words of `word_bytes` bytes: 32, 64 or 128 bytes. Throws
/// std::invalid_argument for other words than 1, 2, 4, 8 or 16 bytes.
std::uint32_t segment_bytes(std::uint32_t word_bytes);

/// The transactions of a half-warp's access: one for every requested segment, the lowest thread's
/// first. A transaction is the smallest aligned block of 32, 64 or 128 bytes that contains the
/// segment's requested words. Empty if no thread requests a word.
///
/// Throws std::invalid_argument for other words than 1, 2, 4, 8 or 16 bytes, another number of
/// threads than kHalfWarp, and addresses that are not multiples of the word below
/// kByteAddressLimit.
///
/// Source: GT200 paper (Kolpakov, Belov, Kropotov, ITNT 2020), Section III, "the following
/// protocol". Halving a segment while one half is unused gives the same block.
std::vector<Transaction> coalesce(const HalfWarpAccess& access);

/// The sum of the transactions' bytes.
std::uint64_t total_bytes(const std::vector<Transaction>& transactions);

}  // namespace superwarp::model
