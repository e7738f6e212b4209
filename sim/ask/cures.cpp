// SPDX-License-Identifier: Apache-2.0
#include "sim/ask/cures.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>

#include "language/log2.h"
#include "sim/ask/swizzle.h"

namespace superwarp::ask {
namespace {

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

/// The slots of each instruction.
std::vector<std::uint64_t> slots_by_instruction(const Accesses& accesses, const Machine& machine) {
  std::vector<std::uint64_t> sums(accesses.instructions.size());
  const std::vector<Slots> all = slots_alone(accesses, machine);
  for (std::size_t i = 0; i < all.size(); ++i)
    sums[accesses.executions[i].instruction] += all[i].slots;
  return sums;
}

/// Moves all accesses; false if one would be torn apart or lose its alignment.
bool move(Accesses& accesses, const Padding& padding, std::uint32_t element_bytes) {
  for (WarpAccess& access : accesses.executions) {
    const std::uint32_t bytes = accesses.instructions[access.instruction].bytes;
    for (std::uint32_t thread = 0; thread < kWarpThreads; ++thread) {
      if ((access.mask >> thread & 1U) == 0) continue;
      std::uint32_t& address = access.address.at(thread);
      const std::uint64_t first = padding.moved(address, element_bytes);
      const std::uint64_t last = padding.moved(address + bytes - 1, element_bytes);
      if (last - first != bytes - 1 || first % bytes != 0 || last >= kMostBytes) return false;
      address = static_cast<std::uint32_t>(first);
    }
  }
  return true;
}

void try_paddings(const Accesses& accesses, Search& search) {
  const Tile& tile = accesses.tiles[search.tile];
  for (const Padding& padding : paddings_of(tile)) {
    Accesses moved = accesses;
    if (!move(moved, padding, tile.element.bytes())) continue;
    search.tried.push_back({Cure::Kind::kPad, search.tile, code_of(padding, tile),
                            fmt::format("pad {}", padding.elements), padding.bytes(tile),
                            slots_by_instruction(moved, plain_memory()), padding});
  }
}

void try_swizzles(const Accesses& accesses, Search& search) {
  const Tile& tile = accesses.tiles[search.tile];
  std::uint32_t together = tile.element.bytes();
  for (const WarpAccess& access : accesses.executions)
    together = std::max(together, accesses.instructions[access.instruction].bytes);
  if (!is_power_of_two(tile.element.bytes())) return;
  for (const Swizzle& swizzle : swizzles_of_bytes(together)) {
    // It must not leave the tile, and must change something.
    const bool fits = !tile.has_bound() ||
                      (tile.bytes() % (std::uint64_t{1} << (swizzle.base + swizzle.bits)) == 0 &&
                       tile.bytes() > std::uint64_t{1} << (swizzle.base + swizzle.shift));
    const std::optional<std::string> mapping = mapping_of(swizzle);
    if (!fits || !mapping) continue;
    Machine machine = plain_memory();
    machine.mapping = *mapping;
    const Swizzle elements = of_elements(swizzle, tile.element.bytes());
    search.tried.push_back({Cure::Kind::kSwizzle,
                            search.tile,
                            code_of(elements, tile),
                            name_of(elements),
                            tile.has_bound() ? tile.bytes() : 0,
                            slots_by_instruction(accesses, machine),
                            {},
                            *mapping});
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
                                   const Cure* cure) {
  Accesses one = accesses;
  one.executions = {accesses.executions[execution]};
  Machine machine = plain_memory();
  if (cure != nullptr) {
    one = of_tile(one, cure->tile);
    if (cure->kind == Cure::Kind::kPad)
      move(one, cure->padding, one.tiles[cure->tile].element.bytes());
    machine.mapping = cure->mapping;
  }
  return requests_of(one, 0, machine);
}

std::vector<Search> search_cures(const Accesses& accesses) {
  std::vector<Search> searches;
  for (std::size_t tile = 0; tile < accesses.tiles.size(); ++tile) {
    const Accesses some = of_tile(accesses, tile);
    if (some.executions.empty()) continue;
    Search search;
    search.tile = tile;
    for (const Slots& slots : slots_alone(some, plain_memory())) {
      search.slots += slots.slots;
      search.ideal += slots.ideal;
    }
    try_paddings(some, search);
    try_swizzles(some, search);
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
