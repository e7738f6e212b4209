// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/access.h"

namespace superwarp {

/// One dispatch as the reference foretells it.
struct Expected {
  Dispatch dispatch;
  std::uint64_t first_slot = 0;     ///< time unit of its first slot; 1 is the first of the run
  std::uint32_t congestion = 0;     ///< its slots, consecutive from first_slot
  std::vector<std::uint32_t> slot;  ///< per lane: which slot serves it, 0 .. congestion - 1
  std::vector<Word> word;           ///< per lane: the word it reads; meaningless on a write
};

/// What the bench compares the hardware with, dispatch by dispatch as it happens. An implementation
/// knows neither SystemC nor Verilator.
class Reference {
 public:
  virtual ~Reference() = default;

  /// The next dispatch in the order of memory accesses; false when the run is over.
  virtual bool next(Expected& expected) = 0;

  /// The word at `address` after the dispatches that next() has returned.
  [[nodiscard]] virtual Word word(Address address) const = 0;
};

}  // namespace superwarp
