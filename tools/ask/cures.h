// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "tools/ask/layout.h"
#include "tools/ask/slots.h"

namespace superwarp::ask {

/// Another place for the elements of a tile. Every piece of the tile that an access can have stays
/// one piece, aligned as it was.
struct Cure {
  enum class Kind : std::uint8_t { kPad, kSwizzle };
  Kind kind = Kind::kPad;
  std::size_t tile = 0;
  std::string change;       ///< in C: "float tile[32][33]", "i ^ (i >> 5 & 31)"
  std::string name;         ///< "pad 1", "Swizzle<5,0,5>"
  std::uint64_t bytes = 0;  ///< of the tile; 0: unknown
  Padding padding = {};
  Swizzle swizzle = {0, 0, 0};            ///< of bytes from the tile's first
  std::vector<std::uint64_t> slots = {};  ///< of all executions of each of the tile's instructions

  [[nodiscard]] std::uint64_t together() const { return std::accumulate(slots.begin(), slots.end(), std::uint64_t{0}); }
};

/// What was tried for one tile, on all of its accesses together.
struct Search {
  std::size_t tile = 0;
  std::uint64_t slots = 0;  ///< as the tile is, its accesses together
  std::uint64_t ideal = 0;
  std::vector<Cure> tried;
  std::optional<std::size_t> best_pad;      ///< fewer slots than as it is
  std::optional<std::size_t> best_swizzle;  ///< the same

  /// The padding, then the swizzle, if there are any.
  [[nodiscard]] std::vector<const Cure*> best() const;
};

/// The requests of one execution with the cure, or as it is; see requests_of().
std::vector<Request> requests_with(const Accesses& accesses, std::size_t execution, const Cure* cure,
                                   const gpu::Description& gpu);

/// Tries paddings of 1 to kMostPadding elements and XOR swizzles on every tile, by the rules of
/// `gpu`.
std::vector<Search> search_cures(const Accesses& accesses, const gpu::Description& gpu);

}  // namespace superwarp::ask
