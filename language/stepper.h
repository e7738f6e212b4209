// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "language/access.h"
#include "language/bank_event.h"

namespace superwarp {

/// A memory unit in the hands of somebody's simulator, time unit by time unit. A time unit begins
/// with tick(), which tells what the memory does in it; then the unit may be given a dispatch, if
/// it is ready, and takes it over at the end of the time unit:
///
///     const TimeUnit& now = unit.tick();
///     for (const DispatchId id : now.completed) ...   // its warps may go on
///     if (unit.ready()) id = unit.push(dispatch);     // waits from the next time unit on
///
/// What is pushed before the first tick() waits from time unit 1 on, as the first dispatch of a run
/// does (docs/spec/bank-events.md).
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// Would push() be taken in this time unit? Does not depend on what is pushed.
  [[nodiscard]] virtual bool ready() const = 0;

  /// Takes over an access: an address for each of the machine's lanes, one of them at least not
  /// kInactive, and for a write on a unit with data a word for each. `super_warp` and `round` mean
  /// nothing here. Returns its name: dispatches are numbered from 0 on. Throws std::logic_error if
  /// the unit is not ready, std::invalid_argument for an access that cannot be; both leave the unit
  /// as it was.
  virtual DispatchId push(const Dispatch& dispatch) = 0;

  /// Goes on to the next time unit. What it tells stands until the next call. Words are 0 in a unit
  /// without data.
  virtual const TimeUnit& tick() = 0;

  /// Is everything that was pushed complete?
  [[nodiscard]] virtual bool idle() const = 0;

  /// The word at `address`, `address` itself until something else is written. While the unit is not
  /// idle, accesses under way may have taken place or not. Throws std::logic_error for a unit
  /// without data, std::invalid_argument for an address that the machine does not have.
  [[nodiscard]] virtual Word word(Address address) const = 0;

  /// Puts a word there, in no time. Throws as word() does.
  virtual void set_word(Address address, Word word) = 0;
};

}  // namespace superwarp
