// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "language/access.h"
#include "language/bank_event.h"
#include "language/lane_request.h"

namespace superwarp {

/// What stands at a lane's port for responses.
struct LaneResponse {
  bool valid = false;     ///< there is one
  bool reads = false;     ///< of a read; otherwise of a write
  std::uint32_t tag = 0;  ///< of the request
  Word word = 0;          ///< read; 0 for a write and without data
};

/// A memory unit with a port a lane in the hands of somebody's simulator, cycle by cycle. A cycle
/// begins with tick(); then its lanes may push requests and take responses in any order, which
/// happens at the end of the cycle.
class LaneStepper {
 public:
  virtual ~LaneStepper() = default;

  /// Would push() of `lane` be taken in this cycle? Depends on nothing that is pushed or taken in
  /// it.
  [[nodiscard]] virtual bool ready(std::uint32_t lane) const = 0;

  /// Takes over a request of `lane`, one a cycle. Throws std::logic_error if the lane is not ready,
  /// std::invalid_argument for an address that the machine does not have.
  virtual void push(std::uint32_t lane, const LaneRequest& request) = 0;

  /// The response that is valid in this cycle, if one is.
  [[nodiscard]] virtual LaneResponse response(std::uint32_t lane) const = 0;

  /// Takes it. Throws std::logic_error if none is valid.
  virtual void take(std::uint32_t lane) = 0;

  /// Goes on to the next cycle. What the banks do in it stands until the next call; in the place of
  /// a dispatch the tag of the request is served, and nothing is accepted or completed.
  virtual const TimeUnit& tick() = 0;

  /// Has every response been taken?
  [[nodiscard]] virtual bool idle() const = 0;

  /// As of Stepper.
  [[nodiscard]] virtual Word word(Address address) const = 0;
  virtual void set_word(Address address, Word word) = 0;  ///< likewise
};

}  // namespace superwarp
