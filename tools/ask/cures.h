// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/ask/accesses.h"
#include "tools/ask/padding.h"
#include "tools/ask/slots.h"
#include "tools/ask/swizzle.h"

namespace superwarp::ask {

/// Another place for the elements of a tile.
struct Cure {
  enum class Kind : std::uint8_t { kPad, kSwizzle };
  Kind kind = Kind::kPad;
  std::size_t tile = 0;
  std::string change;                ///< in C: "float tile[32][33]", "i ^ (i >> 5 & 31)"
  std::string name;                  ///< "pad 1", "Swizzle<5,0,5>"
  std::uint64_t bytes = 0;           ///< of the tile; 0: unknown
  std::vector<std::uint64_t> slots;  ///< of all executions of each instruction
  Padding padding;
  Swizzle swizzle = {0, 0, 0};  ///< of bytes from the tile's first
};

/// Does every piece of the tile that an access of `bytes` bytes can have stay one piece, at a
/// multiple of `bytes`? No other cure is tried.
bool keeps_alignment(const Cure& cure, const Tile& tile, std::uint32_t bytes);

/// What was tried for one tile, on all of its accesses together.
struct Search {
  std::size_t tile = 0;
  std::uint64_t slots = 0;  ///< as the tile is, its accesses together
  std::uint64_t ideal = 0;
  std::vector<Cure> tried;
  std::optional<std::size_t> best_pad;      ///< fewer slots than as it is
  std::optional<std::size_t> best_swizzle;  ///< the same
};

/// The slots of all accesses of the cure's tile.
std::uint64_t slots_of_tile(const Accesses& accesses, const Cure& cure);

/// The requests of one execution with the cure, or as it is; see requests_of().
std::vector<Request> requests_with(const Accesses& accesses, std::size_t execution,
                                   const Cure* cure, const gpu::Description& gpu);

/// Tries paddings of 1 to kMostPadding elements and XOR swizzles on every tile, by
/// the rules of `gpu`.
std::vector<Search> search_cures(const Accesses& accesses, const gpu::Description& gpu);

}  // namespace superwarp::ask
