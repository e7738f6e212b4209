// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "language/bank_event.h"

namespace superwarp {

/// Which rule a memory unit broke.
enum class Clause : std::uint8_t {
  // Lawful: what every memory unit owes.
  kNotUnderWay,   ///< serves or completes a dispatch that is not under way (any more)
  kNotRequested,  ///< serves a lane that requested nothing
  kServedTwice,   ///< serves a request again
  kWrongBank,     ///< not the bank that the mapping prescribes
  kWrongRow,      ///< not the row of the address
  kWrongOp,       ///< reads for a write, or the other way round
  kOneAddress,    ///< a bank makes two accesses in a time unit
  kServesNobody,  ///< a bank makes an access that no lane asked for
  kWrongWord,     ///< a lane reads what the order of events did not leave there
  kWrongWinner,   ///< of the words that are merged into one write the wrong one stays
  kEarly,         ///< complete with requests left
  kLeftOver,      ///< the run ends and a dispatch is not complete
  // Timed: the exact law of one machine.
  kOrder,          ///< another dispatch than the reference's next
  kSlot,           ///< a lane is served in another time unit
  kCompletion,     ///< a dispatch is complete in another time unit
  kReferenceWord,  ///< a lane reads another word
  kMissing,        ///< the reference has more dispatches
  // The unit itself.
  kAssertion,  ///< an assertion of the RTL failed
  kSilent,     ///< nothing happens any more
};

/// One broken rule: where and when, and in words.
struct Disagreement {
  Clause clause = Clause::kNotUnderWay;
  std::uint64_t time = 0;  ///< time unit
  DispatchId dispatch = 0;
  std::uint32_t lane = 0;  ///< where one is meant
  std::uint32_t bank = 0;  ///< likewise
  std::string text;        ///< for people
};

}  // namespace superwarp
