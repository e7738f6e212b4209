#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "language/access.h"
#include "language/slot.h"
#include "sysc/rtl_unit.h"

namespace superwarp::tb {

/// Keeps every slot that enters the pipeline, and the dispatches they belong to, for pictures.
class SlotRecorder {
 public:
  explicit SlotRecorder(std::uint32_t width) : width_(width) {}

  /// `dispatch` is the one that the unit has under way; it lends the addresses as the threads know
  /// them, while banks and leaders come from the unit's own event ports.
  void sample(std::uint64_t now, const sysc::RtlOutputs& outputs, const Dispatch& dispatch);

  [[nodiscard]] std::vector<Slot> take_slots() { return std::move(slots_); }
  [[nodiscard]] std::vector<Dispatch> take_dispatches() { return std::move(dispatches_); }

 private:
  std::uint32_t width_;
  std::vector<Slot> slots_;
  std::vector<Dispatch> dispatches_;
};

}  // namespace superwarp::tb
