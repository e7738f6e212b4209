// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/machine/bank_event.h"

namespace superwarp {

/// The rule that a memory unit broke.
enum class Clause : std::uint8_t {
  // Lawful: rules for every memory unit.
  kNotUnderWay,   ///< serves or completes a dispatch that is not under way
  kNotRequested,  ///< serves a lane that requested nothing
  kServedTwice,   ///< serves a request again
  kWrongBank,     ///< not the bank that the mapping prescribes
  kWrongRow,      ///< not the row of the address
  kWrongOp,       ///< reads for a write, or writes for a read
  kOneAddress,    ///< a bank makes two accesses in a time unit
  kServesNobody,  ///< a bank makes an access that no lane requested
  kWrongWord,     ///< a lane reads another word than the events stored there
  kWrongWinner,   ///< the wrong one of several merged writes stays
  kEarly,         ///< a dispatch is complete with requests left
  kLeftOver,      ///< a dispatch is not complete at the end of the run
  // Timed: the exact law of one machine.
  kOrder,          ///< another dispatch than the reference's next
  kSlot,           ///< a lane is served in another time unit
  kCompletion,     ///< a dispatch is complete in another time unit
  kReferenceWord,  ///< a lane reads another word
  kMissing,        ///< the reference has more dispatches
  // The unit itself.
  kAssertion,  ///< an assertion of the RTL failed
  kSilent,     ///< the unit does nothing any more
};

/// One broken rule: time, place and message.
struct Disagreement {
  Clause clause = Clause::kNotUnderWay;
  std::uint64_t time = 0;  ///< time unit
  DispatchId dispatch = 0;
  std::string text;        ///< the message
  std::uint32_t lane = 0;  ///< if the rule is about a lane
  std::uint32_t bank = 0;  ///< if the rule is about a bank
};

}  // namespace superwarp
