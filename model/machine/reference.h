// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/access.h"

namespace superwarp {

/// One dispatch as the reference predicts it.
struct Expected {
  Dispatch dispatch;
  /// The first time unit in which a request of it can enter the pipeline; the run begins at 1. A
  /// dispatch of the batch RPU has its first slot there.
  std::uint64_t first_slot = 0;
  std::uint32_t congestion = 0;     ///< time units from first_slot to the last that serves it
  std::vector<std::uint32_t> slot;  ///< by lane: time units from first_slot until it is served
  std::vector<Word> word;           ///< by lane: the word it reads; undefined on a write
};

/// What the bench compares the hardware with, dispatch by dispatch during the run. Implementations
/// use neither SystemC nor Verilator.
class Reference {
 public:
  virtual ~Reference() = default;

  /// The next dispatch in order of acceptance; false when the run is over.
  virtual bool next(Expected& expected) = 0;

  /// The word at `address` after the dispatches that next() has returned and everything served
  /// before the last of them.
  [[nodiscard]] virtual Word word(Address address) const = 0;
};

}  // namespace superwarp
