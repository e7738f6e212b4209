// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/access.h"
#include "language/bank_event.h"

namespace superwarp::draw {

/// One request as a slot carries it to its bank.
struct BankRequest {
  std::uint32_t bank = 0;
  Address address = 0;     ///< the word; every served lane below asked for it
  std::uint32_t lane = 0;  ///< the leader: lowest lane that asked for it
};

/// One slot of the memory pipeline. In time unit t it stands in stage t - time_unit + 1; with
/// latency l it is complete at the end of time_unit + l - 1.
struct Slot {
  std::uint64_t time_unit = 0;   ///< 1 is the first slot of the run
  std::uint32_t super_warp = 0;  ///< whose dispatch
  std::uint64_t round = 0;       ///< of which round
  Op op = Op::kRead;
  bool last = false;                  ///< the dispatch's last slot
  std::vector<BankRequest> requests;  ///< by bank, at most one per bank
};

/// The slots of a recorded run on a pipeline of `latency` stages, for machines whose slots serve
/// one dispatch each: what a bank does in time unit t entered in t - l + 1. The bank is that of the
/// event, whatever the mapping says. Throws std::invalid_argument where time units are no slots:
/// several dispatches in one, nobody served, too early.
std::vector<Slot> slots_of(const Recording& recording, std::uint32_t latency);

}  // namespace superwarp::draw
