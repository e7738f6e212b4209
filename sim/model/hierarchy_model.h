// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "language/program.h"
#include "language/reference.h"
#include "language/threads.h"
#include "sim/model/hierarchy_memory.h"
#include "sim/model/model.h"
#include "sim/model/ready_warps.h"
#include "sim/model/tally.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// The hierarchical memory machine: docs/spec/hierarchy.md in C++, time unit by time unit.
class HierarchyModel final : public Model {
 public:
  /// `program` must outlive this. Throws std::invalid_argument for an invalid machine, a machine
  /// without hierarchy, and a program that does not fit it.
  HierarchyModel(const Program& program, const Machine& machine, ModelOptions options = {});

  /// In handover order, within a time unit by memory. Simulates until the dispatch is complete.
  bool next(Expected& expected) override;

  void run(const std::function<void(double)>& progress = {}) override;

  /// Of shared memory 0.
  [[nodiscard]] Word word(Address address) const override { return word_in(0, address); }
  [[nodiscard]] Word word_in(std::uint32_t memory, Address address) const override;

  [[nodiscard]] const Totals& totals() const override { return tally_.totals(); }

 private:
  void step();
  void hand_over();
  [[nodiscard]] bool all_ready() const;
  void push(HierarchyMemory& memory, std::uint32_t super_warp);
  void finish(HandedOver& complete);

  std::uint32_t multiprocessors_;
  bool with_data_;
  Threads threads_;
  ReadyWarps warps_;
  Tally tally_;
  std::vector<std::unique_ptr<HierarchyMemory>> memories_;  ///< the last is the global one
  std::vector<bool> busy_;                                  ///< by memory, in this time unit
  std::uint32_t arbiter_ = 0;  ///< the successor of the multiprocessor served last
  std::uint64_t time_ = 0;     ///< time units simulated so far
  std::uint32_t under_way_ = 0;
  bool over_ = false;
  std::function<void(double)> progress_;
  bool telling_ = false;                ///< next() returns dispatches; run() does not
  std::deque<HandedOver*> queue_;       ///< handed over and not yet returned, in order
  std::deque<HandedOver> handed_over_;  ///< owns all entries
  std::vector<HandedOver*> spare_;      ///< unused entries
  std::vector<HandedOver*> complete_;   ///< in this time unit
};

}  // namespace superwarp::model
