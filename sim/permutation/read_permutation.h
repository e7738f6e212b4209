// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <string>

#include "sim/permutation/permutation.h"

namespace superwarp::permutation {

/// A permutation of `size` words from a text: `size` lines with one number each, P(0), P(1), ..
/// Blank lines and lines that start with '#' are skipped. Every word stays in its row of `row`
/// words, a divisor of the size: row = size for any permutation, row = w for a row-wise one.
///
/// Throws InputError (`name:line: ..`) at the first error: no number, a second number in a line, a
/// target outside its row, a repeated target (with the line that has it first), too many or too few
/// lines. Throws std::invalid_argument for a size above Permutation::kLargest.
Permutation read_permutation(std::istream& in, const std::string& name, std::uint64_t size, std::uint64_t row);

/// The same from a file; "-" is standard input. Throws InputError also if it cannot be opened.
Permutation read_permutation_file(const std::string& path, std::uint64_t size, std::uint64_t row);

}  // namespace superwarp::permutation
