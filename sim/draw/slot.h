// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/bank_event.h"

namespace superwarp::draw {

/// One request that a slot carries to its bank.
struct BankRequest {
  std::uint32_t bank = 0;
  Address address = 0;
  std::uint32_t lane = 0;  ///< the leader: the lowest lane that requests the address
};

/// One slot of the memory pipeline. In time unit t it is in stage t - time_unit + 1; with latency l
/// it is complete at the end of time_unit + l - 1.
struct Slot {
  std::uint64_t time_unit = 0;   ///< in which it enters the pipeline, from 1
  std::uint32_t super_warp = 0;  ///< of its dispatch
  std::uint64_t round = 0;       ///< of its dispatch
  Op op = Op::kRead;
  bool last = false;                  ///< the dispatch's last slot
  std::vector<BankRequest> requests;  ///< by bank, at most one per bank
};

/// The slots of a recorded run on a pipeline of `latency` stages, for machines whose slots serve
/// one dispatch each. An access in time unit t entered the pipeline in t - l + 1. The bank is that
/// of the event, not the mapping's. Throws std::invalid_argument for a time unit that is no slot:
/// it serves several dispatches or no thread, or comes too early.
std::vector<Slot> slots_of(const Recording& recording, std::uint32_t latency);

}  // namespace superwarp::draw
