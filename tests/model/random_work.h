// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/machine.h"
#include "sim/trace/trace.h"
#include "tests/units/headers.h"

namespace superwarp::test {

/// Few or many instructions, short or long.
inline std::vector<Segment> random_segments(std::mt19937_64& random) {
  const auto upto = [&](std::uint64_t most) {
    return static_cast<std::uint32_t>(1 + random() % most);
  };
  std::vector<Segment> segments(random() % 3);
  for (Segment& segment : segments) {
    segment = {upto(3), upto(random() % 4 == 0 ? 40 : 4), upto(random() % 4 == 0 ? 60 : 6)};
  }
  return segments;
}

/// `trace` with work: of most accesses, and of warps that are idle in a round.
inline trace::Trace with_work(const trace::Trace& trace, std::mt19937_64& random) {
  trace::Trace result(trace.name());
  const std::vector<Address> idle(trace.width(), kInactive);
  for (const trace::TraceRound& round : trace.rounds()) {
    std::size_t next = round.first;
    for (std::uint32_t warp = 0; warp < trace.warps(); ++warp) {
      const bool accesses = next < round.end && trace.accesses()[next].warp == warp;
      const bool requests = accesses && trace.requests(next);
      Work work{random_segments(random), {}};
      if (requests) work.independent = random_segments(random);
      std::optional<Work> told;
      if (random() % 5 != 0) told = work;
      if (accesses) {
        const trace::TraceAccess& access = trace.accesses()[next];
        const Address* const address = trace.addresses(next++);
        result.add(round.label, warp, access.op, {address, address + trace.width()}, access.line,
                   access.space, access.words, told);
      } else if (told && random() % 2 == 0) {
        result.add(round.label, warp, Op::kRead, idle, 0, Space::kShared, 1, told);
      }
    }
    if (round.barrier_after) result.add_barrier(round.device_barrier_after);
  }
  return result;
}

inline Issue random_issue(std::mt19937_64& random) {
  Issue issue;
  issue.sub_cores = 1U << (random() % 3);
  issue.order = random() % 2 == 0 ? IssueOrder::kLoose : IssueOrder::kOldest;
  issue.wait = static_cast<IssueWait>(random() % 3);
  issue.instructions = static_cast<std::uint32_t>(random() % 4);
  issue.places = static_cast<std::uint32_t>(random() % 4);
  return issue;
}

}  // namespace superwarp::test
