// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/draw/scene.h"

namespace superwarp::draw {

/// One request as a picture shows it.
struct Mark {
  Address address = 0;
  std::uint64_t warp = 0;    ///< global
  std::uint64_t thread = 0;  ///< global; the leader if requests are merged
  std::uint32_t merged = 1;  ///< requests served together, this one included
  Op op = Op::kRead;
  bool waiting = false;  ///< enters the pipeline after the shown time unit
};

/// The earliest time unit in which the most slots are in a pipeline of `latency` stages; 1 if there
/// are no slots.
std::uint64_t fullest_time_unit(const std::vector<Slot>& slots, std::uint32_t latency);

/// Tells renderers what stands where and when in a scene. `scene` must outlive it.
class History {
 public:
  /// Throws std::invalid_argument if the scene contradicts itself.
  explicit History(const Scene& scene);

  [[nodiscard]] const Scene& scene() const { return scene_; }
  [[nodiscard]] std::uint64_t shown() const { return shown_; }

  /// The last time unit in which anything happens or is shown.
  [[nodiscard]] std::uint64_t time_units() const;
  /// Words in each bank.
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] Address max_address() const { return max_address_; }
  /// The largest number of requests merged into one.
  [[nodiscard]] std::uint32_t max_merged() const { return max_merged_; }
  [[nodiscard]] bool several_rounds() const;

  /// The slot that entered stage 1 in time unit `time`, or null.
  [[nodiscard]] const Slot* slot_at(std::uint64_t time) const;
  /// The slot in stage `stage` (from 1) in the shown time unit, or null.
  [[nodiscard]] const Slot* slot_in(std::uint64_t stage) const;
  /// The request that `slot` (of the scene, or null) carries to `bank`.
  [[nodiscard]] std::optional<Mark> carried(const Slot* slot, std::uint32_t bank) const;
  /// The request for `address` that is in the pipeline in the shown time unit and nearest to its
  /// bank.
  [[nodiscard]] std::optional<Mark> in_pipeline(Address address) const;

  /// The addresses of row `row` in `bank`: one, if the mapping permutes each row.
  [[nodiscard]] std::vector<Address> held(std::uint32_t bank, std::uint64_t row) const;

  /// The queue in front of the pipeline: a column for every warp of every dispatch that is not
  /// complete in the shown time unit, in order of dispatch.
  [[nodiscard]] std::uint64_t queue_columns() const;
  /// The first column of the dispatch nearest stage 1.
  [[nodiscard]] std::uint64_t queue_front() const;
  [[nodiscard]] const Dispatch& queued(std::uint64_t column) const;
  [[nodiscard]] std::uint64_t queued_warp(std::uint64_t column) const;
  /// The request of thread `lane` of that warp.
  [[nodiscard]] std::optional<Mark> queued_request(std::uint64_t column, std::uint32_t lane) const;

 private:
  void check() const;
  void group();
  [[nodiscard]] bool serves(const Slot& slot, const Dispatch& dispatch, std::uint32_t lane) const;
  [[nodiscard]] std::size_t slot_serving(std::size_t dispatch, std::uint32_t lane) const;
  [[nodiscard]] Mark mark(std::size_t dispatch, std::uint32_t lane, bool waiting) const;
  [[nodiscard]] std::size_t first_after(std::uint64_t time) const;

  const Scene& scene_;
  std::uint64_t shown_ = 1;
  std::uint64_t rows_ = 1;
  Address max_address_ = 0;
  std::uint32_t max_merged_ = 1;
  std::vector<Dispatch> dispatches_;
  std::vector<std::size_t> first_slot_;   ///< of each dispatch, and the end of the last one
  std::vector<std::size_t> dispatch_of_;  ///< of each slot
  std::size_t queue_begin_ = 0;           ///< the oldest dispatch that is not complete
};

}  // namespace superwarp::draw
