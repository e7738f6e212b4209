// SPDX-License-Identifier: Apache-2.0
#include "sim/ask/cures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "language/log2.h"

namespace superwarp::ask {
namespace {

constexpr std::size_t kMostForDouble = 8192;

/// The accesses of one tile, with addresses from its first byte on.
Accesses of_tile(const Accesses& all, std::size_t tile) {
  Accesses some = all;
  some.executions.clear();
  const auto offset = static_cast<std::uint32_t>(all.tiles[tile].offset);
  for (WarpAccess access : all.executions) {
    if (all.instructions[access.instruction].tile != tile) continue;
    for (std::uint32_t& address : access.address) address -= std::min(offset, address);
    some.executions.push_back(access);
  }
  return some;
}

/// Moves every byte of all accesses by `where`; false if this would split an access or change its
/// alignment.
template <class Where>
bool move(Accesses& accesses, Where where) {
  for (WarpAccess& access : accesses.executions) {
    const std::uint32_t bytes = accesses.instructions[access.instruction].bytes;
    for (std::uint32_t lane = 0; lane < accesses.lanes; ++lane) {
      if (!access.active(lane)) continue;
      std::uint32_t& address = access.address.at(lane);
      const std::uint64_t first = where(address);
      const std::uint64_t last = where(address + bytes - 1);
      if (last - first != bytes - 1 || first % bytes != 0 || last >= kMostBytes) return false;
      address = static_cast<std::uint32_t>(first);
    }
  }
  return true;
}

bool move(Accesses& accesses, const Cure& cure) {
  const std::uint32_t bytes = accesses.tiles[cure.tile].element.bytes();
  if (cure.kind == Cure::Kind::kSwizzle) return move(accesses, cure.swizzle);
  return move(accesses, [&](std::uint64_t byte) { return cure.padding.moved(byte, bytes); });
}

/// Adds the cure with its slots, if it can be made.
void attempt(Cure cure, const Accesses& accesses, const gpu::Description& gpu, Search& search) {
  Accesses moved = accesses;
  if (!move(moved, cure)) return;
  cure.slots.resize(accesses.instructions.size());
  const std::vector<Slots> all = slots_alone(moved, gpu);
  for (std::size_t i = 0; i < all.size(); ++i)
    cure.slots[moved.executions[i].instruction] += all[i].slots;
  search.tried.push_back(std::move(cure));
}

void try_padding(const Padding& padding, const Accesses& accesses, const gpu::Description& gpu,
                 Search& search) {
  const Tile& tile = accesses.tiles[search.tile];
  Cure cure;
  cure.tile = search.tile;
  cure.change = code_of(padding, tile);
  cure.name = name_of(padding);
  cure.bytes = padding.bytes(tile);
  cure.padding = padding;
  attempt(std::move(cure), accesses, gpu, search);
}

/// Two dimensions are padded only if no padding of one dimension reaches the ideal, and there are
/// few accesses, since there are 256 such paddings.
void try_paddings(const Accesses& accesses, const gpu::Description& gpu, Search& search) {
  const Tile& tile = accesses.tiles[search.tile];
  for (const Padding& padding : paddings_of(tile)) try_padding(padding, accesses, gpu, search);
  if (accesses.executions.size() > kMostForDouble) return;
  for (const Padding& padding : double_paddings_of(tile)) {
    const bool cured = std::any_of(search.tried.begin(), search.tried.end(), [&](const Cure& cure) {
      return slots_of_tile(accesses, cure) <= search.ideal;
    });
    if (cured) return;
    try_padding(padding, accesses, gpu, search);
  }
}

void try_swizzles(const Accesses& accesses, const gpu::Description& gpu, Search& search) {
  const Tile& tile = accesses.tiles[search.tile];
  std::uint32_t together = tile.element.bytes();
  for (const WarpAccess& access : accesses.executions)
    together = std::max(together, accesses.instructions[access.instruction].bytes);
  if (!is_power_of_two(tile.element.bytes())) return;
  for (const Swizzle& swizzle : swizzles_of_bytes(together, gpu.banks)) {
    // It must not leave the tile, and must change something.
    const bool fits =
        !tile.has_bound() || (tile.bytes() % (std::uint64_t{1} << (swizzle.m + swizzle.b)) == 0 &&
                              tile.bytes() > std::uint64_t{1} << (swizzle.m + swizzle.s));
    if (!fits) continue;
    const Swizzle elements = of_elements(swizzle, tile.element.bytes());
    Cure cure;
    cure.kind = Cure::Kind::kSwizzle;
    cure.tile = search.tile;
    cure.change = code_of(elements, tile);
    cure.name = name_of(elements);
    cure.bytes = tile.has_bound() ? tile.bytes() : 0;
    cure.swizzle = swizzle;
    attempt(std::move(cure), accesses, gpu, search);
  }
}

}  // namespace

std::uint64_t slots_of_tile(const Accesses& accesses, const Cure& cure) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < cure.slots.size(); ++i) {
    if (accesses.instructions[i].tile == cure.tile) sum += cure.slots[i];
  }
  return sum;
}

std::vector<Request> requests_with(const Accesses& accesses, std::size_t execution,
                                   const Cure* cure, const gpu::Description& gpu) {
  Accesses one = accesses;
  one.executions = {accesses.executions[execution]};
  if (cure != nullptr) {
    one = of_tile(one, cure->tile);
    move(one, *cure);
  }
  return requests_of(one, one.executions.front(), gpu);
}

std::vector<Search> search_cures(const Accesses& accesses, const gpu::Description& gpu) {
  std::vector<Search> searches;
  for (std::size_t tile = 0; tile < accesses.tiles.size(); ++tile) {
    const Accesses some = of_tile(accesses, tile);
    if (some.executions.empty()) continue;
    Search search;
    search.tile = tile;
    for (const Slots& slots : slots_alone(some, gpu)) {
      search.slots += slots.slots;
      search.ideal += slots.ideal;
    }
    try_paddings(some, gpu, search);
    try_swizzles(some, gpu, search);
    for (std::size_t i = 0; i < search.tried.size(); ++i) {
      std::optional<std::size_t>& best =
          search.tried[i].kind == Cure::Kind::kPad ? search.best_pad : search.best_swizzle;
      const std::uint64_t before =
          best ? slots_of_tile(accesses, search.tried[*best]) : search.slots;
      if (slots_of_tile(accesses, search.tried[i]) < before) best = i;
    }
    searches.push_back(std::move(search));
  }
  return searches;
}

}  // namespace superwarp::ask
