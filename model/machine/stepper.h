// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/access.h"
#include "model/machine/bank_event.h"

namespace superwarp {

/// A memory unit for another simulator, time unit by time unit. tick() begins a time unit and
/// returns what the memory does in it. Then, if the unit is ready, push() gives it a dispatch,
/// which it accepts at the end of the time unit:
///
///     const TimeUnit& now = unit.tick();
///     for (const DispatchId id : now.completed) ...   // its warps may continue
///     if (unit.ready()) id = unit.push(dispatch);     // waits from the next time unit on
///
/// A dispatch pushed before the first tick() waits from time unit 1 on, as the first dispatch of a
/// run does (docs/spec/bank-events.md).
class Stepper {
 public:
  virtual ~Stepper() = default;

  /// push() is possible in this time unit, for any dispatch.
  [[nodiscard]] virtual bool ready() const = 0;

  /// Accepts an access: an address for each of the machine's lanes, at least one of them not
  /// kInactive, and for a write on a unit with data a word for each. `super_warp` and `round` are
  /// ignored. Returns its name: dispatches are numbered from 0 on. Throws std::logic_error if the
  /// unit is not ready, std::invalid_argument for an invalid access; both leave the unit unchanged.
  virtual DispatchId push(const Dispatch& dispatch) = 0;

  /// Begins the next time unit. The result is valid until the next call. Words are 0 in a unit
  /// without data.
  virtual const TimeUnit& tick() = 0;

  /// Everything that was pushed is complete.
  [[nodiscard]] virtual bool idle() const = 0;

  /// The word at `address`, initially `address` itself. Accesses under way may or may not show in
  /// it. Throws std::logic_error for a unit without data, std::invalid_argument for an address
  /// outside of the memory.
  [[nodiscard]] virtual Word word(Address address) const = 0;

  /// Sets a word in no time. Throws like word().
  virtual void set_word(Address address, Word word) = 0;
};

/// A lane's port for responses.
struct LaneResponse {
  bool valid = false;     ///< there is a response
  bool reads = false;     ///< to a read; otherwise to a write
  std::uint32_t tag = 0;  ///< of the request
  Word word = 0;          ///< read; 0 for a write and without data
};

/// A memory unit with a port for each lane, for another simulator, cycle by cycle. tick() begins a
/// cycle. Then lanes push requests and take responses in any order, effective at the end of the
/// cycle. Every function of a lane throws std::invalid_argument for one that the machine lacks.
class LaneStepper {
 public:
  virtual ~LaneStepper() = default;

  /// push() of `lane` is possible in this cycle. Does not depend on what is pushed or taken in the
  /// cycle.
  [[nodiscard]] virtual bool ready(std::uint32_t lane) const = 0;

  /// Accepts a request of `lane`, one a cycle. Throws std::logic_error if the lane is not ready,
  /// std::invalid_argument for an address outside of the memory.
  virtual void push(std::uint32_t lane, const LaneRequest& request) = 0;

  /// The response of this cycle, if there is one.
  [[nodiscard]] virtual LaneResponse response(std::uint32_t lane) const = 0;

  /// Takes the response. Throws std::logic_error if none is valid.
  virtual void take(std::uint32_t lane) = 0;

  /// Begins the next cycle. The result is valid until the next call. Served::dispatch is the tag of
  /// the request; `accepted` and `completed` are empty.
  virtual const TimeUnit& tick() = 0;

  /// Every response has been taken.
  [[nodiscard]] virtual bool idle() const = 0;

  /// The same as Stepper's.
  [[nodiscard]] virtual Word word(Address address) const = 0;
  virtual void set_word(Address address, Word word) = 0;
};

}  // namespace superwarp
