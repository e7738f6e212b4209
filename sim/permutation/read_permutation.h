// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <istream>
#include <string>

#include "sim/permutation/permutation.h"

namespace superwarp::permutation {

/// A permutation of `size` words from a text: `size` lines with one number each, P(0), P(1), ..;
/// blank lines and lines that start with '#' do not count. `row` words after another stay among
/// themselves: row = size for any permutation, row = w for a row-wise one; it divides the size.
///
/// Throws InputError (`name:line: ..`) for what is no such text: no number, a second number in a
/// line, a target outside its row, a target again (with the line that has it first), lines too many
/// or too few. Stops at the first of them, so that a file that is something else is refused at
/// once. Throws std::invalid_argument for a size above Permutation::kLargest.
Permutation read_permutation(std::istream& in, const std::string& name, std::uint64_t size,
                             std::uint64_t row);

/// The same from a file; "-" is standard input. Throws InputError also where it cannot be opened.
Permutation read_permutation_file(const std::string& path, std::uint64_t size, std::uint64_t row);

}  // namespace superwarp::permutation
