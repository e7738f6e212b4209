// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/access.h"
#include "sim/trace/trace.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// One dispatch as it was served.
struct Streamed {
  std::uint32_t warp = 0;
  std::uint64_t round = 0;
  std::uint64_t first = 0;          ///< time unit in which it waits first
  std::uint64_t last = 0;           ///< time unit in which the last of its requests is served
  std::vector<std::uint64_t> time;  ///< per lane: when it is served; 0 for inactive ones
  std::vector<Word> word;           ///< per lane, on a read; 0 for inactive ones
};

struct StreamedRun {
  std::vector<Streamed> dispatches;  ///< in order of acceptance
  std::vector<Word> memory;
  std::uint64_t slots = 0;  ///< time units in which anything was served
  std::uint64_t time_units = 0;
};

/// Runs a trace on a machine in which warps overlap, sentence by sentence of docs/spec/streaming.md
/// and crossbar.md with sets and lists. Shares no code with the model and is as slow as it is
/// plain.
StreamedRun stream_literally(const trace::Trace& trace, const Machine& machine);

}  // namespace superwarp::model
