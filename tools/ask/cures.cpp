// SPDX-License-Identifier: Apache-2.0
#include "tools/ask/cures.h"

#include <algorithm>
#include <utility>

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

/// Moves all accesses; false if one leaves the addresses that a tile may have.
bool move(Accesses& accesses, const Cure& cure) {
  const std::uint32_t element = accesses.tiles[cure.tile].element.bytes();
  for (WarpAccess& access : accesses.executions) {
    for (std::uint32_t lane = 0; lane < accesses.lanes; ++lane) {
      if (!access.active(lane)) continue;
      std::uint32_t& address = access.address.at(lane);
      const std::uint64_t there =
          cure.kind == Cure::Kind::kSwizzle ? cure.swizzle(address) : cure.padding.moved(address, element);
      if (there + accesses.instructions[access.instruction].bytes > kMostBytes) return false;
      address = static_cast<std::uint32_t>(there);
    }
  }
  return true;
}

/// What tries cures on a tile.
class Tries {
 public:
  Tries(const Accesses& all, std::size_t tile, const gpu::Description& gpu)
      : accesses_(of_tile(all, tile)), gpu_(gpu), tile_(accesses_.tiles[tile]) {
    search_.tile = tile;
    for (const Instruction& one : accesses_.instructions)
      if (one.tile == tile) widest_ = std::max(widest_, one.bytes);
  }

  [[nodiscard]] bool any() const { return !accesses_.executions.empty(); }

  Search run() && {
    for (const Slots& slots : slots_alone(accesses_, gpu_)) {
      search_.slots += slots.slots;
      search_.ideal += slots.ideal;
    }
    for (const Padding& padding : paddings_of(tile_)) attempt(padding);
    // Few accesses only, since there are up to 256 such paddings.
    if (accesses_.executions.size() <= kMostForFurther && !cured()) {
      for (const Padding& padding : further_paddings_of(tile_)) {
        attempt(padding);
        if (cured()) break;
      }
    }
    if (is_power_of_two(tile_.element.bytes())) {
      const std::uint32_t together = std::max(tile_.element.bytes(), widest_);
      for (const Swizzle& swizzle : swizzles_of_bytes(together, gpu_.banks)) attempt(swizzle);
    }
    for (std::size_t i = 0; i < search_.tried.size(); ++i) {
      const Cure& cure = search_.tried[i];
      auto& best = cure.kind == Cure::Kind::kPad ? search_.best_pad : search_.best_swizzle;
      if (cure.together() < (best ? search_.tried[*best].together() : search_.slots)) best = i;
    }
    return std::move(search_);
  }

 private:
  [[nodiscard]] bool cured() const {
    return std::any_of(search_.tried.begin(), search_.tried.end(),
                       [&](const Cure& cure) { return cure.together() <= search_.ideal; });
  }

  void attempt(const Padding& padding) {
    if (!padding.keeps(widest_, tile_.element.bytes())) return;
    add({Cure::Kind::kPad, search_.tile, code_of(padding, tile_), name_of(padding), padding.bytes(tile_), padding});
  }

  void attempt(const Swizzle& swizzle) {
    if ((std::uint64_t{1} << swizzle.m) % widest_ != 0) return;  // lower bits stay
    // It must not leave the tile, and must change something.
    const bool fits = !tile_.has_bound() || (tile_.bytes() % (std::uint64_t{1} << (swizzle.m + swizzle.b)) == 0 &&
                                             tile_.bytes() > std::uint64_t{1} << (swizzle.m + swizzle.s));
    if (!fits) return;
    const Swizzle elements = of_elements(swizzle, tile_.element.bytes());
    add({Cure::Kind::kSwizzle, search_.tile, code_of(elements, tile_), name_of(elements), tile_.bytes(), {}, swizzle});
  }

  /// Adds the cure with its slots, if it leaves all accesses where a tile may be.
  void add(Cure cure) {
    Accesses moved = accesses_;
    if (!move(moved, cure)) return;
    cure.slots.resize(accesses_.instructions.size());
    const std::vector<Slots> all = slots_alone(moved, gpu_);
    for (std::size_t i = 0; i < all.size(); ++i) cure.slots[moved.executions[i].instruction] += all[i].slots;
    search_.tried.push_back(std::move(cure));
  }

  const Accesses accesses_;
  const gpu::Description& gpu_;
  const Tile& tile_;
  std::uint32_t widest_ = 1;  ///< access
  Search search_;
};

}  // namespace

std::vector<const Cure*> Search::best() const {
  std::vector<const Cure*> all;
  for (const std::optional<std::size_t>& number : {best_pad, best_swizzle})
    if (number) all.push_back(&tried[*number]);
  return all;
}

std::vector<Request> requests_with(const Accesses& accesses, std::size_t execution, const Cure* cure,
                                   const gpu::Description& gpu) {
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
    Tries tries(accesses, tile, gpu);
    if (tries.any()) searches.push_back(std::move(tries).run());
  }
  return searches;
}

}  // namespace superwarp::ask
