// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "model/machine/machine_info.h"
#include "sim/workload/listing.h"
#include "sim/workload/workload.h"
#include "tools/claims/grid.h"
#include "tools/claims/programs.h"

namespace superwarp::reproduce {
using workload::read;
using workload::WorkloadOptions;
namespace {

constexpr std::uint32_t kFourBanks = 4;

Word added(const Word* registers, workload::Element) { return registers[0] + registers[1]; }

workload::AddressOf from(std::uint64_t first) {
  return [first](workload::Element i) { return first + i; };
}

/// The sum with its steps in ascending order of t.
std::unique_ptr<Program> sum_upwards(const WorkloadOptions& options) {
  auto listing = std::make_unique<workload::Listing>(options);
  listing->array(options.size);
  for (std::uint64_t half = 1; half < options.size; half *= 2) {
    listing->in_parallel(half, {read(from(0), 0), read(from(half), 1), workload::write_value(from(0), added)});
    listing->barrier();
  }
  return listing;
}

/// The simple prefix sums with read, read, write pass by pass, the lowest elements first.
std::unique_ptr<Program> simple_ascending(const WorkloadOptions& options) {
  auto listing = std::make_unique<workload::Listing>(options);
  listing->array(options.size);
  for (std::uint64_t d = 1; d < options.size; d *= 2) {
    listing->in_parallel(options.size - d, {read(from(0), 0), read(from(d), 1), workload::barrier(),
                                            workload::write_value(from(d), added)});
    listing->barrier();
  }
  return listing;
}

/// The simple prefix sums with all reads of a step before its first write: two registers a pass.
std::unique_ptr<Program> simple_reads_first(const WorkloadOptions& options) {
  const std::uint64_t n = options.size;
  const std::uint64_t p = options.threads;
  auto listing = std::make_unique<workload::Listing>(options);
  listing->array(n);
  for (std::uint64_t d = 1; d < n; d *= 2) {
    const auto every_pass = [&](auto body) {
      for (std::uint32_t pass = 0; pass * p < n - d; ++pass)
        listing->in_parallel(std::min(p, n - d - pass * p), body(pass));
      listing->barrier();
    };
    every_pass([&](std::uint32_t pass) {
      return std::vector<workload::Step>{read(from(pass * p), 2 * pass), read(from(pass * p + d), 2 * pass + 1)};
    });
    every_pass([&](std::size_t pass) {
      return std::vector<workload::Step>{workload::write_value(
          from(pass * p + d),
          [pass](const Word* registers, workload::Element) { return registers[2 * pass] + registers[2 * pass + 1]; })};
    });
  }
  return listing;
}

using Make = std::function<std::unique_ptr<Program>(const WorkloadOptions&)>;
using Right = RightWords (*)(const Program&, std::uint64_t);

Make by_name(const char* workload) {
  return [=](const WorkloadOptions& options) { return workload::make_workload(workload, options); };
}

const Sizes kPowers = {2, 4, 8, 16, 32, 64, 128, 256};
const Sizes kAnySizes = {2, 5, 6, 16, 17, 18, 64, 100, 256};

/// `visit(n, p, outcome)` for each of `sizes` and some p, on the DMM in the rounds schedule.
/// Returns the parameters.
template <class Visit>
Figure for_each_run(Laboratory& laboratory, const Make& make, Right right, const Sizes& sizes, Visit visit) {
  const Widths threads = {4, 8, 16, 64};
  for (const std::uint64_t n : sizes) {
    for (const std::uint32_t p : threads) {
      const auto program = make({n, p, kFourBanks});
      visit(n, p, outcome(laboratory, *program, machine_of(kDmm, kFourBanks, 7), right(*program, n)));
    }
  }
  return {{"width", kFourBanks}, {"latency", 7}, {"size", sizes}, {"threads", threads}};
}

Check all_right(const Make& make, Right right, const Sizes& sizes, const std::string& why) {
  return [=](Laboratory& laboratory) {
    OutcomeTally tally;
    const Figure parameters =
        for_each_run(laboratory, make, right, sizes, [&](std::uint64_t n, std::uint32_t p, const Outcome& found) {
          tally.add(found, fmt::format("n = {}, p = {}", n, p));
        });
    return tally.all_right(parameters, why);
  };
}

/// Holds if exactly the runs for which `wrong(n, p)` says so are wrong.
Check wrong_exactly(const Make& make, Right right, const Sizes& sizes, bool (*wrong)(std::uint64_t n, std::uint32_t p),
                    const char* as_said, const char* why) {
  return [=](Laboratory& laboratory) -> Finding {
    std::uint64_t runs = 0;
    std::uint64_t so = 0;
    std::uint64_t as_the_model = 0;
    std::string counterexample;
    const Figure parameters =
        for_each_run(laboratory, make, right, sizes, [&](std::uint64_t n, std::uint32_t p, const Outcome& found) {
          ++runs;
          as_the_model += found.wrong_rtl == found.wrong ? 1 : 0;
          if ((found.wrong > 0) == wrong(n, p)) {
            ++so;
          } else if (counterexample.empty()) {
            counterexample = fmt::format("n = {}, p = {}", n, p);
          }
        });
    return {parameters,
            {{"runs", runs}},
            {{"runs", runs}, {"as said", so}},
            {{"runs", runs}, {"as the model", as_the_model}},
            fmt::format("{} in {}/{} runs", as_said, so, runs),
            holds_if(so == runs && as_the_model == runs),
            counterexample.empty() ? why : counterexample};
  };
}

/// Holds if `all_right` fails, by model and RTL.
Check wrong_somewhere(const Check& all_right) {
  return [all_right](Laboratory& laboratory) {
    Finding finding = all_right(laboratory);
    const auto any = [](const Figure& engine) { return engine.value("wrong", 0) > 0; };
    finding.closed = {{"wrong", "some"}};
    finding.verdict = holds_if(any(finding.model) && any(finding.rtl));
    finding.counterexample = {};
    return finding;
  };
}

/// `workload` in the asynchronous schedule, with its barriers or without them.
Check asynchronous(const std::string& workload, bool barriers, const std::string& why,
                   const Widths& warps = {1, 2, 3, 4, 8, 32}) {
  return [=](Laboratory& laboratory) {
    const Sizes sizes = {8, 16, 64, 256};
    const Widths latencies = {1, 5, 7, 50};
    const auto right = workload == "sum" ? right_sum : right_prefix_sums;
    Widths all_threads;
    for (const std::uint32_t count : warps) all_threads.push_back(count * kFourBanks);
    OutcomeTally tally;
    const auto run = [&](MachineKind kind, std::uint64_t n, std::uint32_t threads, std::uint32_t latency) {
      const Altered program(workload::make_workload(workload, {n, threads, kFourBanks}), barriers);
      Machine machine = machine_of(kind, kFourBanks, latency);
      machine.schedule = Schedule::kAsync;
      tally.add(outcome(laboratory, program, machine, right(program, n)),
                fmt::format("n = {}, p = {}, l = {} on the {}", n, threads, latency, machine_info(kind).name));
    };
    for (const MachineKind kind : {kDmm, kUmm}) {
      for (const std::uint64_t n : sizes) {
        for (const std::uint32_t threads : all_threads)
          for (const std::uint32_t latency : latencies) run(kind, n, threads, latency);
      }
    }
    return tally.all_right({{"width", kFourBanks},
                            {"latency", latencies},
                            {"size", sizes},
                            {"threads", all_threads},
                            {"schedule", "async"},
                            {"barriers", barriers}},
                           why);
  };
}

}  // namespace

Claims sums_order() {
  const std::string section_4 = "sum/prefix-sums chapter, Section 4, \"for each t (0 <= t <= m - 1)\"";
  const std::string section_6 = "sum/prefix-sums chapter, Section 6, accesses of a step";
  Claims claims = {
      of_project({"sums.steps.upwards", Kind::kWording, section_4 + ", which has no order",
                  "steps for t = 0, 1, .. m-1, in ascending order, leave words out of the sum",
                  wrong_exactly(
                      sum_upwards, right_sum, kPowers, [](std::uint64_t n, std::uint32_t) { return n >= 4; },
                      "wrong from n = 4 on", "a[0] becomes a[0] + a[1] + a[2] + a[4] + .. only"),
                  0.1}),
      {"sums.steps.downwards", Kind::kWording, section_4,
       "the steps a[i] <- a[i] + a[i + 2^t] for each t leave the sum in a[0]",
       all_right(by_name("sum"), right_sum, kPowers,
                 "t = m-1, .. 1, 0: every step leaves the sum of what is left in half the words. "
                 "The text names no order (its listing is a picture)")},
      of_project({"sums.passes.ascending-when", Kind::kWording, section_6 + ", pass by pass",
                  "ascending passes give wrong prefix sums if and only if p < n - 1",
                  wrong_exactly(
                      simple_ascending, right_prefix_sums, kAnySizes,
                      [](std::uint64_t n, std::uint32_t p) { return p < n - 1; }, "as said",
                      "the second pass of the first step reads what the first pass wrote; with p = n - 1 "
                      "there is only one")}),
      of_project({"sums.passes.descending", Kind::kWording, section_6 + ", pass by pass",
                  "the simple prefix sums are right with descending passes, for every n and p",
                  all_right(by_name("prefix-sums-simple"), right_prefix_sums, kAnySizes,
                            "no pass reads what an earlier one of the step has written")}),
      {"sums.passes.reads-first", Kind::kWording, section_6,
       "the simple prefix sums are right with both readings of a step before its writing, as "
       "listed",
       all_right(simple_reads_first, right_prefix_sums, kAnySizes,
                 "it takes 2 ceil(n/p) registers a thread, where descending passes take 2")},
  };
  const auto barriers = [&](const std::string& algorithm, const char* section, const std::string& text,
                            const Check& check) {
    claims.push_back(of_project({"sums.barriers." + algorithm, Kind::kWording,
                                 fmt::format("sum/prefix-sums chapter, Section {} (which has no barriers)", section),
                                 text, check, 0.5}));
  };
  const auto with_and_without = [&](const std::string& algorithm, const char* section, const std::string& what,
                                    const std::string& workload, const char* with, const char* why_not) {
    barriers(algorithm, section, what + " right where warps go on by themselves, " + with,
             asynchronous(workload, true, "a barrier after every step: no warp reads what is still to be written"));
    barriers(algorithm + ".none", section, what + " not always right where warps go on by themselves without barriers",
             wrong_somewhere(asynchronous(workload, false, why_not)));
  };
  with_and_without("sum", "4", "the sum is", "sum", "with a barrier after every step",
                   "p is no power of two: warps that have no element in a step's last pass go "
                   "ahead and read what is still to be written");
  barriers("sum.none.powers-of-two", "4",
           "the sum is right where warps go on by themselves, without barriers, if p is a power of "
           "two",
           asynchronous("sum", false,
                        "a warp without work stays so, and every access costs one slot: warps take "
                        "turns in the order of the rounds schedule",
                        {1, 2, 4, 8, 16, 32}));
  with_and_without("simple", "6", "the simple prefix sums are", "prefix-sums-simple",
                   "with barriers between reads and writes and after every step",
                   "warps that have no element in a step's partial pass go ahead and read what is "
                   "still to be written");
  with_and_without("optimal", "7", "the optimal prefix sums are", "prefix-sums-optimal",
                   "with a barrier after every step",
                   "warps that have no element near the root go ahead down the tree and read sums "
                   "that are still to be written");
  barriers("one-warp", "7", "one warp alone needs no barriers for the optimal prefix sums",
           asynchronous("prefix-sums-optimal", false, "a warp waits for its own last request anyway", {1}));
  return claims;
}

}  // namespace superwarp::reproduce
