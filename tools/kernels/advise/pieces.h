// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "model/machine/program.h"

namespace superwarp::advise {

/// Rows of a memory that belong together.
struct Piece {
  std::uint64_t first_row = 0;
  std::uint64_t end_row = 0;
  std::set<std::string> names;  ///< what they belong to
};

/// The arrays of a program. Each starts a row.
std::vector<Piece> pieces_of(const std::vector<AddressRange>& arrays, std::uint32_t width);

/// Runs of rows that the same source lines access, in place of arrays, which a recording does not
/// name. A row of two arrays is a separate piece. `lines` has the lines of each row.
std::vector<Piece> pieces_of(const std::vector<std::set<std::string>>& lines);

/// The names of all pieces that have rows from `first` on, before `end`.
std::set<std::string> names_in(const std::vector<Piece>& pieces, std::uint64_t first,
                               std::uint64_t end);

}  // namespace superwarp::advise
