// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/cures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "model/machine/log2.h"

namespace superwarp::ask {
namespace {

constexpr std::size_t kMostForFurther = 8192;

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

/// The widest access of a tile.
std::uint32_t widest(const Accesses& accesses, std::size_t tile) {
  std::uint32_t bytes = 1;
  for (const Instruction& instruction : accesses.instructions)
    if (instruction.tile == tile) bytes = std::max(bytes, instruction.bytes);
  return bytes;
}

std::uint64_t moved(const Cure& cure, std::uint64_t byte, const Tile& tile) {
  return cure.kind == Cure::Kind::kSwizzle ? cure.swizzle(byte)
                                           : cure.padding.moved(byte, tile.element.bytes());
}

/// Moves all accesses; false if one leaves the addresses that a tile may have.
bool move(Accesses& accesses, const Cure& cure) {
  for (WarpAccess& access : accesses.executions) {
    for (std::uint32_t lane = 0; lane < accesses.lanes; ++lane) {
      if (!access.active(lane)) continue;
      std::uint32_t& address = access.address.at(lane);
      const std::uint64_t there = moved(cure, address, accesses.tiles[cure.tile]);
      if (there + accesses.instructions[access.instruction].bytes > kMostBytes) return false;
      address = static_cast<std::uint32_t>(there);
    }
  }
  return true;
}

/// Adds the cure with its slots, if it can be made.
void attempt(Cure cure, const Accesses& accesses, const gpu::Description& gpu, Search& search) {
  if (!keeps_alignment(cure, accesses.tiles[cure.tile], widest(accesses, cure.tile))) return;
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

/// Further paddings are tried only if none of the first reaches the ideal, and there are few
/// accesses, since there are up to 256 such paddings.
void try_paddings(const Accesses& accesses, const gpu::Description& gpu, Search& search) {
  const Tile& tile = accesses.tiles[search.tile];
  for (const Padding& padding : paddings_of(tile)) try_padding(padding, accesses, gpu, search);
  if (accesses.executions.size() > kMostForFurther) return;
  for (const Padding& padding : further_paddings_of(tile)) {
    const bool cured = std::any_of(search.tried.begin(), search.tried.end(), [&](const Cure& cure) {
      return slots_of_tile(accesses, cure) <= search.ideal;
    });
    if (cured) return;
    try_padding(padding, accesses, gpu, search);
  }
}

void try_swizzles(const Accesses& accesses, const gpu::Description& gpu, Search& search) {
  const Tile& tile = accesses.tiles[search.tile];
  const std::uint32_t together = std::max(tile.element.bytes(), widest(accesses, search.tile));
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

bool keeps_alignment(const Cure& cure, const Tile& tile, std::uint32_t bytes) {
  if (cure.kind == Cure::Kind::kPad) return cure.padding.keeps(bytes, tile.element.bytes());
  return (std::uint64_t{1} << cure.swizzle.m) % bytes == 0;  // lower bits stay
}

std::uint64_t slots_of_tile(const Accesses& accesses, const Cure& cure) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < cure.slots.size(); ++i) {
    if (accesses.instructions[i].tile == cure.tile) sum += cure.slots[i];
  }
  return sum;
}

std::vector<Request> requests_with(const Accesses& accesses, std::size_t execution,
                                   const Cure* cure, const gpu::Description& gpu) {
  if (cure == nullptr) return requests_of(accesses, accesses.executions[execution], gpu);
  Accesses one = accesses;
  one.executions = {accesses.executions[execution]};
  one = of_tile(one, cure->tile);
  move(one, *cure);
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
