// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/machine.h"
#include "sim/trace/trace.h"
#include "tests/units/headers.h"

namespace superwarp::test {

/// One access of a random trace; accesses of one round share it.
struct RandomAccessLine {
  std::uint32_t round;
  std::uint32_t warp;
  std::vector<Address> address;
};

/// A random trace in a form that shrinks: a subset of its lines, with any lanes inactive, is also a
/// random trace.
struct RandomTrace {
  std::uint32_t latency = 1;
  Schedule schedule = Schedule::kRounds;
  std::vector<Op> op;         ///< of each round, so that super warps never mix reads and writes
  std::vector<bool> barrier;  ///< after each round
  std::vector<RandomAccessLine> lines;

  [[nodiscard]] trace::Trace trace() const;
};

std::ostream& operator<<(std::ostream& out, const RandomTrace& random);

/// Random traces for warps of `width` threads on at most `most_rows` rows: up to 9 warps, up to 16
/// rounds, patterns mixed; shrinks by leaving out lines, lanes and stages, and by making addresses
/// smaller.
rc::Gen<RandomTrace> random_trace(std::uint32_t width, std::uint32_t super_warp, std::uint32_t most_rows = 40);

}  // namespace superwarp::test
