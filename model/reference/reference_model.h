// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "model/machine/program.h"
#include "model/machine/reference.h"
#include "model/machine/threads.h"
#include "model/reference/memory.h"
#include "model/reference/model.h"
#include "model/reference/slot_rule.h"
#include "model/reference/tally.h"

namespace superwarp::model {

/// Serves the dispatches of the papers' machines one after another (docs/spec/machines.md, "One
/// dispatch"). Slots are counted, not arbitrated; there is no notion of time.
class BatchUnit {
 public:
  /// The memory has the initial words of `contents`, which must outlive this; nullptr: no memory.
  /// Throws std::invalid_argument for an invalid machine or another RPU.
  BatchUnit(const Machine& machine, const Image* contents);

  /// Serves expected.dispatch: sets its congestion, with a memory the words read, and with `slots`
  /// (on the GT200 always) the slot of each lane.
  void serve(Expected& expected, bool slots);

  std::optional<Memory>& memory() { return memory_; }
  [[nodiscard]] const std::optional<Memory>& memory() const { return memory_; }

 private:
  void move_words(Expected& expected);

  std::uint32_t lanes_;
  SlotRule slot_rule_;
  std::optional<Memory> memory_;
};

class ReadyWarps;

/// One super warp's turn at the memory.
struct Turn {
  std::uint32_t super_warp = 0;
  std::uint64_t goes_in = 0;     ///< time unit of its first warp; 1 is the first of the run
  std::uint64_t first_slot = 0;  ///< time unit
  bool posted = false;           ///< a write for which nothing waits
};

/// The order of accesses to the memory (docs/spec/machines.md, "Two schedules"). The caller repeats
/// next(), serves the turn, calls Threads::complete(), and calls served().
class TurnOrder {
 public:
  virtual ~TurnOrder() = default;

  /// The next turn, its access prepared in Threads; false at the end of the run.
  virtual bool next(Turn& turn) = 0;

  /// The access of `turn`, the last one, took its slots up to time unit `last_slot`.
  virtual void served(const Turn& turn, std::uint64_t last_slot) = 0;

  /// The super warps of the async schedule; null in the rounds schedule.
  [[nodiscard]] virtual const ReadyWarps* warps() const { return nullptr; }
};

/// The machines of the papers: docs/spec/machines.md in C++, dispatch by dispatch in memory order.
/// Slots are counted, not arbitrated.
class ReferenceModel final : public Model {
 public:
  /// See make_reference(). Throws std::invalid_argument for RPUs that do not pack batches.
  ReferenceModel(const Program& program, const Machine& machine, ModelOptions options = {});

  /// Throws std::invalid_argument if the warps of a super warp mix reads and writes, or a request
  /// lies outside the program's words.
  bool next(Expected& expected) override;

  void run(const std::function<void(double)>& progress = {}) override;

  /// Throws std::logic_error on a model without data.
  [[nodiscard]] Word word(Address address) const override;

  [[nodiscard]] const Figures& totals() const override { return tally_.totals(); }

 private:
  bool step(Expected& expected, bool slots);

  BatchUnit unit_;
  Threads threads_;
  std::unique_ptr<TurnOrder> order_;
  Tally tally_;
  bool issues_;  ///< has an issue stage
};

}  // namespace superwarp::model
