// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "model/machine/image.h"
#include "model/machine/reference.h"
#include "model/reference/memory.h"
#include "model/reference/slot_rule.h"

namespace superwarp {
struct Machine;
}

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

}  // namespace superwarp::model
