// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/machine/figures.h"
#include "model/machine/machine.h"
#include "sim/trace/trace.h"
#include "tests/units/headers.h"

namespace superwarp::test {

/// A random trace with few or many words, idle lanes and warps, crowded banks, and barriers. The
/// warps of a super warp have the same operation in a round.
inline trace::Trace random_rounds(std::uint32_t width, std::uint32_t super_warp, std::uint32_t most_warps,
                                  std::mt19937_64& random) {
  const auto percent = [&](std::uint64_t chance) { return random() % 100 < chance; };
  const auto warps = static_cast<std::uint32_t>(1 + random() % most_warps);
  const std::uint64_t rounds = 1 + random() % 6;
  const std::uint64_t words = 1 + random() % (percent(50) ? 3 * width : 40 * width);
  const std::uint64_t idle_lanes = random() % 95;
  const std::uint64_t idle_warps = random() % 70;
  const std::uint64_t one_bank = percent(30) ? random() % 100 : 0;
  trace::Trace trace;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    Op op = Op::kRead;
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      if (warp % super_warp == 0) op = percent(55) ? Op::kRead : Op::kWrite;
      if (percent(idle_warps)) continue;
      std::vector<Address> address(width, kInactive);
      for (Address& a : address) {
        if (percent(idle_lanes)) continue;
        a = static_cast<Address>(random() % words);
        if (percent(one_bank)) a = a / width * width;
      }
      trace.add(2 * round, warp, op, address);
    }
    if (percent(25)) trace.add_barrier();
  }
  if (trace.accesses().empty()) trace.add(0, 0, Op::kRead, std::vector<Address>(width, 0));
  return trace;
}

/// Few or many instructions, short or long.
inline std::vector<Segment> random_segments(std::mt19937_64& random) {
  const auto upto = [&](std::uint64_t most) { return static_cast<std::uint32_t>(1 + random() % most); };
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
        result.add(round.label, warp, access.op, {address, address + trace.width()}, access.line, access.space,
                   access.words, told);
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

/// The time of all super warps is the run's, whatever it was spent on.
inline void expect_all_warp_time_told(const Figures& totals, const Machine& machine, std::uint32_t warps) {
  const std::uint64_t super_warps = (warps + machine.super_warp - 1) / machine.super_warp;
  EXPECT_EQ(totals.warp_times.all(), super_warps * totals.time_units);
}

}  // namespace superwarp::test
