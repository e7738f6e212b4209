// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sim/draw/scene.h"

namespace superwarp::draw {

/// One request as a picture marks it.
struct Mark {
  Address address = 0;
  std::uint64_t warp = 0;    ///< global
  std::uint64_t thread = 0;  ///< global; the leader where requests are merged
  std::uint32_t merged = 1;  ///< requests that are served with it, itself included
  Op op = Op::kRead;
  bool waiting = false;  ///< enters the pipeline after the time unit shown
};

/// The earliest time unit in which most slots stand in a pipeline of `latency` stages; 1 without
/// slots.
std::uint64_t fullest_time_unit(const std::vector<Slot>& slots, std::uint32_t latency);

/// Answers a renderer's questions about a scene: what stands where, and when. `scene` must outlive
/// it.
class History {
 public:
  /// Throws std::invalid_argument if the scene contradicts itself.
  explicit History(const Scene& scene);

  [[nodiscard]] const Scene& scene() const { return scene_; }
  [[nodiscard]] std::uint64_t shown() const { return shown_; }

  /// The last time unit there is anything to say about.
  [[nodiscard]] std::uint64_t time_units() const;
  /// Words in each bank.
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] Address max_address() const { return max_address_; }
  /// Largest number of requests merged into one.
  [[nodiscard]] std::uint32_t max_merged() const { return max_merged_; }
  [[nodiscard]] bool several_rounds() const;

  /// The slot that entered stage 1 in time unit `time`, null if none.
  [[nodiscard]] const Slot* slot_at(std::uint64_t time) const;
  /// The slot in stage `stage` (1 ..) in the time unit shown, null if none.
  [[nodiscard]] const Slot* slot_in(std::uint64_t stage) const;
  /// What `slot` (one of the scene's, or null) carries to `bank`.
  [[nodiscard]] std::optional<Mark> carried(const Slot* slot, std::uint32_t bank) const;
  /// The request for `address` that is in the pipeline in the time unit shown, the one nearest its
  /// bank.
  [[nodiscard]] std::optional<Mark> in_pipeline(Address address) const;

  /// The addresses of row `row` that `bank` holds: one, unless the mapping is no permutation of a
  /// row.
  [[nodiscard]] std::vector<Address> held(std::uint32_t bank, std::uint64_t row) const;

  /// The queue at the pipeline's mouth: a column for every warp of every dispatch that is not
  /// complete in the time unit shown, in order of dispatch.
  [[nodiscard]] std::uint64_t queue_columns() const;
  /// The first column of the dispatch nearest stage 1.
  [[nodiscard]] std::uint64_t queue_front() const;
  [[nodiscard]] const Dispatch& queued(std::uint64_t column) const;
  [[nodiscard]] std::uint64_t queued_warp(std::uint64_t column) const;
  /// What thread `lane` of that warp requests.
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
  std::vector<std::size_t> first_slot_;   ///< of each dispatch; one more entry ends the last
  std::vector<std::size_t> dispatch_of_;  ///< of each slot
  std::size_t queue_begin_ = 0;           ///< the oldest dispatch that is not complete
};

}  // namespace superwarp::draw
