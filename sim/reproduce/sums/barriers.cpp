// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "language/machine_info.h"
#include "sim/reproduce/outcome.h"
#include "sim/reproduce/papers.h"
#include "sim/workload/workload.h"

namespace superwarp::reproduce {
namespace {

/// `workload` in the asynchronous schedule, with its barriers or without them.
Finding asynchronous(Laboratory& laboratory, const std::string& workload, bool barriers,
                     const std::vector<std::uint32_t>& warps, const std::string& why) {
  constexpr std::uint32_t kWidth = 4;
  const std::vector<std::uint64_t> sizes = {8, 16, 64, 256};
  const std::vector<std::uint32_t> latencies = {1, 5, 7, 50};
  const auto right = workload == "sum" ? right_sum : right_prefix_sums;
  OutcomeTally tally;
  for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kUmm}) {
    for (const std::uint64_t n : sizes) {
      for (const std::uint32_t count : warps) {
        const std::uint32_t threads = count * kWidth;
        for (const std::uint32_t latency : latencies) {
          const Altered program(workload::make_workload(workload, {n, threads, kWidth}),
                                {barriers});
          Machine machine = machine_of(kind, kWidth, latency);
          machine.schedule = Schedule::kAsync;
          tally.add(outcome(laboratory, program, machine, right(program, n)),
                    fmt::format("n = {}, p = {}, l = {} on the {}", n, threads, latency,
                                machine_info(kind).name));
        }
      }
    }
  }
  std::vector<std::uint32_t> threads;
  threads.reserve(warps.size());
  for (const std::uint32_t count : warps) threads.push_back(count * kWidth);
  return tally.all_right({{"width", kWidth},
                          {"latency", latencies},
                          {"size", sizes},
                          {"threads", threads},
                          {"schedule", "async"},
                          {"barriers", barriers}},
                         why);
}

std::vector<std::uint32_t> some_warps() { return {1, 2, 3, 4, 8, 32}; }
std::vector<std::uint32_t> powers_of_two() { return {1, 2, 4, 8, 16, 32}; }

Claim claim(const char* id, const char* place, const char* text, const char* workload,
            bool barriers, const char* why) {
  return {id, sums_source(place), text,
          [=](Laboratory& l) { return asynchronous(l, workload, barriers, some_warps(), why); },
          0.5};
}

}  // namespace

std::vector<Claim> sums_barrier_claims() {
  const char* const held = "a barrier after every step: no warp reads what is still to be written";
  return {
      claim("sums.barriers.sum", "Section 4 (which has no barriers)",
            "the sum is right where warps go on by themselves, with a barrier after every step",
            "sum", true, held),
      claim("sums.barriers.sum.none", "Section 4 (which has no barriers)",
            "the sum is right where warps go on by themselves, without barriers", "sum", false,
            "p is no power of two: warps that have no element in a step's last pass go ahead and "
            "read what is still to be written"),
      {"sums.barriers.sum.none.powers-of-two", sums_source("Section 4 (which has no barriers)"),
       "the sum is right where warps go on by themselves, without barriers, if p is a power of two",
       [](Laboratory& l) {
         return asynchronous(l, "sum", false, powers_of_two(),
                             "a warp without work stays so, and every access costs one slot: warps "
                             "take turns in the order of the rounds schedule");
       },
       0.1},
      claim("sums.barriers.simple", "Section 6 (which has no barriers)",
            "the simple prefix sums are right where warps go on by themselves, with barriers "
            "between reads and writes and after every step",
            "prefix-sums-simple", true, held),
      claim("sums.barriers.simple.none", "Section 6 (which has no barriers)",
            "the simple prefix sums are right where warps go on by themselves, without barriers",
            "prefix-sums-simple", false,
            "warps that have no element in a step's partial pass go ahead and read what is still "
            "to be written"),
      claim("sums.barriers.optimal", "Section 7 (which has no barriers)",
            "the optimal prefix sums are right where warps go on by themselves, with a barrier "
            "after every step",
            "prefix-sums-optimal", true, held),
      claim("sums.barriers.optimal.none", "Section 7 (which has no barriers)",
            "the optimal prefix sums are right where warps go on by themselves, without barriers",
            "prefix-sums-optimal", false,
            "warps that have no element near the root go ahead down the tree and read sums that "
            "are still to be written"),
      {"sums.barriers.one-warp", sums_source("Section 7 (which has no barriers)"),
       "one warp alone needs no barriers for the optimal prefix sums",
       [](Laboratory& l) {
         return asynchronous(l, "prefix-sums-optimal", false, {1},
                             "a warp waits for its own last request anyway");
       }},
  };
}

}  // namespace superwarp::reproduce
