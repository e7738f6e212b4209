// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/coalescing.h"

/// \file
/// The two procedures of the GT200 paper (Kolpakov, Belov, Kropotov: "Investigation of the RAM
/// access model in a heterogeneous computing system", ITNT 2020, Section III), sentence by
/// sentence, with sets. Slow and plain; independent of the model. The model and the RTL are
/// compared with them.

namespace superwarp::gt200 {

/// An address of a half-warp that is not served yet.
struct PendingAddress {
  std::uint32_t thread = 0;
  Address address = 0;  ///< of a word
};

/// Interpretations of step 2b of the shared-memory procedure.
enum class StepTwoB : std::uint8_t {
  kOtherBanks,  ///< one address for each bank except that of the broadcast word
  kAsPrinted,   ///< one address "for each bank indicated in the remaining addresses"
};

/// The subset of `remaining` (not empty, threads ascending) that the next step serves. The
/// broadcast word is the lowest thread's; a bank's one address is that of its lowest thread.
std::vector<PendingAddress> text_subset(const std::vector<PendingAddress>& remaining, std::uint32_t banks,
                                        StepTwoB reading);

/// The step, 0 .., that serves each thread of an access of word addresses; 0 for idle threads.
struct TextSteps {
  std::vector<std::uint32_t> step;
  std::uint32_t steps = 0;
};
TextSteps text_steps(const std::vector<Address>& address, std::uint32_t banks);

/// The transactions of a global-memory access, in order: steps 1 to 3 of the protocol of the GTX
/// 280, marking the segment's bytes one by one.
std::vector<Transaction> text_transactions(const HalfWarpAccess& access);

}  // namespace superwarp::gt200
