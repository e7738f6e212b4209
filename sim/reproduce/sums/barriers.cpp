// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "language/machine_info.h"
#include "sim/reproduce/outcome.h"
#include "sim/reproduce/papers.h"
#include "sim/workload/workload.h"

namespace superwarp::reproduce {
namespace {

using Warps = std::vector<std::uint32_t>;

/// `workload` in the asynchronous schedule, with its barriers or without them.
Check asynchronous(const std::string& workload, bool barriers, const std::string& why,
                   const Warps& warps = {1, 2, 3, 4, 8, 32}) {
  return [=](Laboratory& laboratory) {
    constexpr std::uint32_t kWidth = 4;
    const std::vector<std::uint64_t> sizes = {8, 16, 64, 256};
    const std::vector<std::uint32_t> latencies = {1, 5, 7, 50};
    const auto right = workload == "sum" ? right_sum : right_prefix_sums;
    std::vector<std::uint32_t> all_threads;
    for (const std::uint32_t count : warps) all_threads.push_back(count * kWidth);
    OutcomeTally tally;
    for (const MachineKind kind : {kDmm, kUmm}) {
      for (const std::uint64_t n : sizes) {
        for (const std::uint32_t threads : all_threads) {
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
    return tally.all_right({{"width", kWidth},
                            {"latency", latencies},
                            {"size", sizes},
                            {"threads", all_threads},
                            {"schedule", "async"},
                            {"barriers", barriers}},
                           why);
  };
}

}  // namespace

Claims sums_barriers() {
  const auto section = [](const char* number) {
    return fmt::format("sum/prefix-sums chapter, Section {} (which has no barriers)", number);
  };
  const auto with = [](const char* workload) {
    return asynchronous(workload, true,
                        "a barrier after every step: no warp reads what is still to be written");
  };
  return {
      {"sums.barriers.sum", Kind::kWording, section("4"),
       "the sum is right where warps go on by themselves, with a barrier after every step",
       with("sum"), 0.5},
      {"sums.barriers.sum.none", Kind::kWording, section("4"),
       "the sum is right where warps go on by themselves, without barriers",
       asynchronous("sum", false,
                    "p is no power of two: warps that have no element in a step's last pass go "
                    "ahead and read what is still to be written"),
       0.5, Weight::kCondition},
      {"sums.barriers.sum.none.powers-of-two", Kind::kWording, section("4"),
       "the sum is right where warps go on by themselves, without barriers, if p is a power of two",
       asynchronous("sum", false,
                    "a warp without work stays so, and every access costs one slot: warps take "
                    "turns in the order of the rounds schedule",
                    {1, 2, 4, 8, 16, 32})},
      {"sums.barriers.simple", Kind::kWording, section("6"),
       "the simple prefix sums are right where warps go on by themselves, with barriers between "
       "reads and writes and after every step",
       with("prefix-sums-simple"), 0.5},
      {"sums.barriers.simple.none", Kind::kWording, section("6"),
       "the simple prefix sums are right where warps go on by themselves, without barriers",
       asynchronous("prefix-sums-simple", false,
                    "warps that have no element in a step's partial pass go ahead and read what is "
                    "still to be written"),
       0.5, Weight::kCondition},
      {"sums.barriers.optimal", Kind::kWording, section("7"),
       "the optimal prefix sums are right where warps go on by themselves, with a barrier after "
       "every step",
       with("prefix-sums-optimal"), 0.5},
      {"sums.barriers.optimal.none", Kind::kWording, section("7"),
       "the optimal prefix sums are right where warps go on by themselves, without barriers",
       asynchronous("prefix-sums-optimal", false,
                    "warps that have no element near the root go ahead down the tree and read sums "
                    "that are still to be written"),
       0.5, Weight::kCondition},
      {"sums.barriers.one-warp", Kind::kWording, section("7"),
       "one warp alone needs no barriers for the optimal prefix sums",
       asynchronous("prefix-sums-optimal", false, "a warp waits for its own last request anyway",
                    {1})},
  };
}

}  // namespace superwarp::reproduce
