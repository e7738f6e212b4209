// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace superwarp {

struct Machine;

inline constexpr std::uint32_t kMostRegions = 1024;

/// Regions of a memory in which its mapping is on or off (docs/spec/machines.md, "Regions").
struct Regions {
  std::vector<bool> on;  ///< by region; a power of two of them; empty: the mapping is on everywhere
  std::uint64_t rows = 0;  ///< of a region, a power of two; 0: the memory's, divided

  [[nodiscard]] bool any() const { return !on.empty(); }
  [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(on.size()); }
};

/// Rows of a region of `machine`, which has regions and rows.
std::uint64_t region_rows(const Machine& machine);

/// Regions written "8:10110000" (a digit each, region 0 first), "8:0,2-3" (those that are on),
/// "8:none", or "8" (all are on). Throws std::invalid_argument with what is expected.
Regions regions_named(const std::string& text);

/// "8:10110000"
std::string text_of(const Regions& regions);

}  // namespace superwarp
