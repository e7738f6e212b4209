// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/advise/pieces.h"

namespace superwarp::advise {

std::vector<Piece> pieces_of(const std::vector<AddressRange>& arrays, std::uint32_t width) {
  std::vector<Piece> pieces;
  for (const AddressRange& array : arrays) {
    const std::string name = "array " + std::to_string(pieces.size());
    pieces.push_back({array.first / width, (array.end + width - 1) / width, {name}});
  }
  return pieces;
}

std::vector<Piece> pieces_of(const std::vector<std::set<std::string>>& lines) {
  std::vector<Piece> pieces;
  for (std::uint64_t row = 0; row < lines.size(); ++row) {
    if (row == 0 || lines[row] != lines[row - 1]) pieces.push_back({row, row, lines[row]});
    pieces.back().end_row = row + 1;
  }
  return pieces;
}

std::set<std::string> names_in(const std::vector<Piece>& pieces, std::uint64_t first,
                               std::uint64_t end) {
  std::set<std::string> names;
  for (const Piece& piece : pieces) {
    if (piece.first_row < end && first < piece.end_row)
      names.insert(piece.names.begin(), piece.names.end());
  }
  return names;
}

}  // namespace superwarp::advise
