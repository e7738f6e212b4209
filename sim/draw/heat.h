// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "sim/draw/scene.h"

namespace superwarp::draw {

/// What some banks did in some time units: one of each, where the run fits the picture.
struct HeatCell {
  std::uint32_t reads = 0;  ///< accesses
  std::uint32_t writes = 0;
  std::uint32_t super_warp = 0;  ///< that the last access served
  bool nobody = false;           ///< an access served no thread: the memory unit is wrong

  [[nodiscard]] bool idle() const { return reads + writes == 0; }
  [[nodiscard]] Op op() const { return writes > reads ? Op::kWrite : Op::kRead; }
};

/// A run as banks x time, straight from what its banks did: an access in a wrong bank is seen
/// there. Any number of dispatches may be served in a time unit, reads and writes at once. Of
/// several memories the banks stand one memory below the other.
class HeatMap {
 public:
  /// On at most `columns` times `rows` cells, but a row a memory at least. Throws
  /// std::invalid_argument for events outside the machine or the run.
  HeatMap(const Scene& scene, std::uint64_t columns, std::uint32_t rows);

  [[nodiscard]] std::uint64_t time_units() const { return time_units_; }
  /// Time units in a column, the last one may have fewer.
  [[nodiscard]] std::uint64_t bin() const { return bin_; }
  [[nodiscard]] std::uint32_t banks_in_row() const { return banks_in_row_; }
  [[nodiscard]] std::uint32_t memories() const { return memories_; }
  [[nodiscard]] std::uint32_t rows_of_memory() const { return rows_ / memories_; }
  [[nodiscard]] std::uint64_t columns() const { return served_.size(); }
  [[nodiscard]] std::uint32_t rows() const { return rows_; }

  [[nodiscard]] const HeatCell& cell(std::uint32_t row, std::uint64_t column) const {
    return cells_[row * columns() + column];
  }
  /// The share of the cell's banks and time units with an access, above 0 up to 1.
  [[nodiscard]] double busy(std::uint32_t row, std::uint64_t column) const;
  /// Requests served per time unit.
  [[nodiscard]] double served(std::uint64_t column) const;
  [[nodiscard]] double most_served() const;

  /// Requests that wait in front of the pipeline, per time unit; empty without Scene::accepted, and
  /// of several memories.
  [[nodiscard]] const std::vector<double>& waiting() const { return waiting_; }
  [[nodiscard]] double most_waiting() const;

  /// Of the whole run.
  [[nodiscard]] double requests_per_time_unit() const;
  [[nodiscard]] double busy() const;
  [[nodiscard]] bool reads() const { return reads_ > 0; }
  [[nodiscard]] bool writes() const { return writes_ > 0; }
  [[nodiscard]] bool nobody() const { return nobody_; }
  [[nodiscard]] const std::set<std::uint64_t>& super_warps() const { return super_warps_; }

 private:
  void add(const Scene& scene, const TimeUnit& unit, const BankEvent& event);
  void count_waiting(const Scene& scene);
  [[nodiscard]] std::uint64_t time_units_in(std::uint64_t column) const;

  std::uint32_t width_;
  std::uint32_t memories_;
  std::uint64_t time_units_;
  std::uint64_t bin_;
  std::uint32_t banks_in_row_;
  std::uint32_t rows_;
  std::vector<HeatCell> cells_;        ///< row by row
  std::vector<std::uint64_t> served_;  ///< requests, by column
  std::vector<double> waiting_;        ///< requests, by column
  std::uint64_t requests_ = 0;
  std::uint64_t reads_ = 0;
  std::uint64_t writes_ = 0;
  bool nobody_ = false;
  std::set<std::uint64_t> super_warps_;
};

}  // namespace superwarp::draw
