// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/access.h"
#include "model/machine/bank_event.h"
#include "model/machine/lane_request.h"

namespace superwarp {

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
