// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "sim/draw/scene.h"

namespace superwarp::draw {

/// The accesses of some banks in some time units; of one bank in one time unit if the run is small.
struct HeatCell {
  std::uint32_t reads = 0;
  std::uint32_t writes = 0;
  std::uint32_t super_warp = 0;  ///< served by the last access
  bool stray = false;            ///< an access served no thread, so the memory unit is wrong

  [[nodiscard]] bool idle() const { return reads + writes == 0; }
  [[nodiscard]] Op op() const { return writes > reads ? Op::kWrite : Op::kRead; }
};

/// A run as banks x time, taken from the bank events, so that an access in a wrong bank shows
/// there. A time unit may serve any number of dispatches, reads and writes together. The banks of
/// several memories stand one memory below the other.
class HeatMap {
 public:
  /// Has at most `columns` times `rows` cells, but at least one row per memory. Throws
  /// std::invalid_argument for events outside the machine or the run.
  HeatMap(const Scene& scene, std::uint64_t columns, std::uint32_t rows);

  [[nodiscard]] std::uint64_t time_units() const { return time_units_; }
  /// Time units per column; the last column may have fewer.
  [[nodiscard]] std::uint64_t bin() const { return bin_; }
  [[nodiscard]] std::uint32_t banks_in_row() const { return banks_in_row_; }
  [[nodiscard]] std::uint32_t memories() const { return memories_; }
  [[nodiscard]] std::uint32_t rows_of_memory() const { return rows_ / memories_; }
  [[nodiscard]] std::uint64_t columns() const { return served_.size(); }
  [[nodiscard]] std::uint32_t rows() const { return rows_; }

  [[nodiscard]] const HeatCell& cell(std::uint32_t row, std::uint64_t column) const {
    return cells_[row * columns() + column];
  }
  /// The share of the cell's banks and time units that have an access, 0 to 1.
  [[nodiscard]] double busy(std::uint32_t row, std::uint64_t column) const;
  /// Requests served per time unit in a column.
  [[nodiscard]] double served(std::uint64_t column) const;
  [[nodiscard]] double most_served() const;

  /// Requests that wait in front of the pipeline, per time unit, by column. Empty without
  /// Scene::accepted and for several memories.
  [[nodiscard]] const std::vector<double>& waiting() const { return waiting_; }
  [[nodiscard]] double most_waiting() const;

  /// Figures of the whole run.
  [[nodiscard]] double requests_per_time_unit() const;
  [[nodiscard]] double busy() const;
  [[nodiscard]] bool reads() const { return reads_ > 0; }
  [[nodiscard]] bool writes() const { return writes_ > 0; }
  [[nodiscard]] bool stray() const { return stray_; }
  [[nodiscard]] const std::set<std::uint64_t>& super_warps() const { return super_warps_; }

 private:
  void add(const Scene& scene, const TimeUnit& unit, const BankEvent& event);
  void count_waiting(const Scene& scene);
  [[nodiscard]] std::uint64_t time_units_in(std::uint64_t column) const;

  std::uint32_t width_;
  std::uint32_t ports_;  ///< of a bank
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
  bool stray_ = false;
  std::set<std::uint64_t> super_warps_;
};

}  // namespace superwarp::draw
