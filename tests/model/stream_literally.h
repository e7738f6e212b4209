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
struct Streamed {
  std::uint32_t warp = 0;
  std::uint64_t round = 0;
  std::uint64_t first = 0;          ///< the first time unit of waiting
  std::uint64_t last = 0;           ///< the time unit of its last service
  std::vector<std::uint64_t> time;  ///< per lane: the time unit of its service; 0 if inactive
  std::vector<Word> word;           ///< per lane, on a read; 0 for inactive ones
};

struct StreamedRun {
  std::vector<Streamed> dispatches;  ///< in order of acceptance
  std::vector<Word> memory;
  std::uint64_t slots = 0;  ///< time units with a service
  std::uint64_t time_units = 0;
};

/// Runs a trace on a machine in which warps overlap, following docs/spec/streaming.md and
/// crossbar.md sentence by sentence with sets and lists. Slow and plain; shares no code with the
/// model.
StreamedRun stream_literally(const trace::Trace& trace, const Machine& machine);

}  // namespace superwarp::model
