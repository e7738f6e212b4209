// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/access.h"

namespace superwarp::model {

/// Rows of `banks` words that cover `words` words.
constexpr std::uint64_t rows_covering(std::uint64_t words, std::uint32_t banks) { return (words + banks - 1) / banks; }

/// Checks a machine with one memory. Throws std::invalid_argument unless width and banks are from 1
/// to 2^16, latency and super warp are at least 1, super warps above 1 are on a machine
/// that packs and have at most 2^24 lanes, the mapping has this number of banks, and the machine
/// supports the RPU and its parameters.
/// Hierarchical machines are refused: their memories are checked one by one.
void check_machine(const Machine& machine);

/// Checks only the regions of `machine`: their number and rows are powers of two, and the mapping
/// keeps every word in its row.
void check_regions(const Machine& machine);

}  // namespace superwarp::model
