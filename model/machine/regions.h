// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace superwarp {

struct Machine;

inline constexpr std::uint32_t kMostRegions = 1024;
inline constexpr const char* kUsualOff = "identity";

struct RowRange {
  std::uint64_t first = 0;
  std::uint64_t rows = 0;

  bool operator==(const RowRange& other) const {
    return first == other.first && rows == other.rows;
  }
};

/// Regions of a memory in which its mapping is on, and another one off (docs/spec/machines.md,
/// "Regions"): equal ones, or a table.
struct Regions {
  std::vector<bool> on;    ///< by region; a power of two of them
  std::uint64_t rows = 0;  ///< of a region, a power of two; 0: the memory's, divided
  /// If any, a power of two of them, instead of the above. The mapping is on in their rows.
  std::vector<RowRange> table = {};
  std::string off = kUsualOff;  ///< mapping of the other rows, which has no key

  /// If not, the mapping is on everywhere.
  [[nodiscard]] bool any() const { return count() > 0; }
  [[nodiscard]] bool is_table() const { return !table.empty(); }
  [[nodiscard]] std::uint32_t count() const {
    return static_cast<std::uint32_t>(is_table() ? table.size() : on.size());
  }
  /// Some region is on.
  [[nodiscard]] bool any_on() const;
};

/// Rows of a region of `machine`, which has regions and rows; 0: they have a table.
std::uint64_t region_rows(const Machine& machine);

/// Regions written "8:10110000" (a digit each, region 0 first), "8:0,2-3" (those that are on),
/// "8:none", "8" (all are on), or a table of 8, "8:0+16,40+8" (first rows and numbers of rows);
/// then, if it is not the identity, the other mapping: "8:0,2-3:pad", "8::pad".
/// Throws std::invalid_argument with what is expected.
Regions regions_named(const std::string& text);

/// "8:10110000" or "8:0+16,40+8", and ":pad"
std::string text_of(const Regions& regions);

}  // namespace superwarp
