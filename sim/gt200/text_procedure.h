// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/access.h"
#include "language/coalescing.h"

/// \file
/// The two procedures of the GT200 paper (Kolpakov, Belov, Kropotov: "Investigation of the RAM
/// access model in a heterogeneous computing system", ITNT 2020, Section III), sentence by
/// sentence, with sets. They share nothing with the model, and are as slow as they are plain: the
/// model and the RTL are held against them.

namespace superwarp::gt200 {

/// One address of a half-warp that is still to be served.
struct PendingAddress {
  std::uint32_t thread = 0;
  Address address = 0;  ///< of a word
};

/// How step 2b of the shared-memory procedure is read.
enum class StepTwoB : std::uint8_t {
  kOtherBanks,  ///< one address for each bank but that of the broadcast word
  kAsPrinted,   ///< one address "for each bank indicated in the remaining addresses"
};

/// The subset of `remaining` (not empty, threads ascending) that the next step serves: the
/// broadcast word is that of the lowest thread, the one address of a bank that of its lowest
/// thread.
std::vector<PendingAddress> text_subset(const std::vector<PendingAddress>& remaining,
                                        std::uint32_t banks, StepTwoB reading);

/// The step, 0 .., that serves each thread of an access of word addresses (0 where it requests
/// nothing).
struct TextSteps {
  std::vector<std::uint32_t> step;
  std::uint32_t steps = 0;
};
TextSteps text_steps(const std::vector<Address>& address, std::uint32_t banks);

/// The transactions of an access of global memory, in order: steps 1 to 3 of the protocol of the
/// GTX 280, the segment's bytes marked one by one.
std::vector<Transaction> text_transactions(const HalfWarpAccess& access);

}  // namespace superwarp::gt200
