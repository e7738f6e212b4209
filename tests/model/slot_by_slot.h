// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/access.h"
#include "sim/trace/trace.h"
#include "tests/units/headers.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// A served dispatch.
struct Served {
  std::uint32_t super_warp = 0;
  std::uint64_t round = 0;
  std::uint64_t first_slot = 0;
  std::uint32_t congestion = 0;
  std::vector<std::uint32_t> slot;  ///< per lane; 0 for inactive ones
  std::vector<Word> word;           ///< per lane, on a read; 0 for inactive ones
};

struct SlotBySlotRun {
  std::vector<Served> served;
  std::vector<Word> memory;
  std::uint64_t time_units = 0;
};

/// Simulates a trace time unit by time unit with the rules of docs/spec/machines.md taken
/// literally: in every slot, per bank, the lowest pending thread leads. Slow and plain; shares no
/// code with the model.
SlotBySlotRun simulate_slot_by_slot(const trace::Trace& trace, const Machine& machine);

}  // namespace superwarp::model
