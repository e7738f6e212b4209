// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "tools/claims/gt200/engines.h"
#include "tools/gt200/benchmarks.h"
#include "tools/gt200/performance_model.h"

namespace superwarp::reproduce {
using gt200::kGtx280;
using gt200::Overlap;
namespace {

constexpr std::array<std::uint32_t, 6> kStrides = {1, 2, 4, 8, 16, 32};
constexpr std::uint32_t kWordBytes = 4;

/// Every access of one warp: both half-warps, all iterations.
std::vector<HalfWarpAccess> all_accesses(std::uint32_t stride) {
  std::vector<HalfWarpAccess> accesses;
  for (std::uint32_t i = 0; i < gt200::kGt200Warp; ++i) {
    for (const std::uint32_t half : {0U, 1U})
      accesses.push_back(gt200::algorithm_1_access(half, i, stride, kWordBytes));
  }
  return accesses;
}

CoalescedByAll at_stride(Laboratory& laboratory, std::uint32_t stride) {
  return coalesced(laboratory, all_accesses(stride), fmt::format("Algorithm 1, stride {}", stride));
}

/// Every half-warp makes so many transactions of so many bytes.
Check half_warp_transactions(std::uint32_t stride, std::uint64_t transactions,
                             std::uint64_t bytes) {
  return [=](Laboratory& laboratory) {
    const CoalescedByAll all = at_stride(laboratory, stride);
    const std::size_t half_warps = all.rtl.transactions.size();
    bool holds = all.agree();
    for (const auto& of_access : all.rtl.transactions) {
      holds = holds && of_access.size() == transactions;
      for (const Transaction& t : of_access) holds = holds && t.bytes == bytes;
    }
    Finding finding = by_all(
        {{"stride", stride}, {"word_bytes", kWordBytes}, {"half-warps", half_warps}}, all,
        [&](const Coalesced& engine) {
          return Figure{{"transactions", engine.count() / half_warps},
                        {"bytes of each", engine.bytes() / engine.count()}};
        },
        fmt::format("{} transaction{} of {} bytes", transactions, transactions == 1 ? "" : "s",
                    bytes),
        holds,
        fmt::format("so in every one of the {} accesses of a warp's half-warps", half_warps));
    finding.closed = {{"transactions", transactions}, {"bytes of each", bytes}};
    return finding;
  };
}

Finding equal_work(Laboratory& /*laboratory*/) {
  bool holds = true;
  for (const std::uint32_t stride : kStrides) {
    std::set<std::uint32_t> read;
    for (const HalfWarpAccess& access : all_accesses(stride))
      read.insert(access.address.begin(), access.address.end());
    holds = holds && read.size() == std::size_t{gt200::kGt200Warp} * gt200::kGt200Warp;
  }
  return by_formula({{"strides", kStrides}},
                    {{"reads of a thread", gt200::kGt200Warp},
                     {"elements of a warp", gt200::kGt200Warp * gt200::kGt200Warp}},
                    "32 reads a thread, 1024 elements a warp, each once", holds,
                    "a warp reads the same 1024 elements once at every stride (2 .. 16 by the "
                    "reconstruction of gt200.figure-1.strides)");
}

Finding strides(Laboratory& laboratory) {
  Finding finding = not_checked(
      "reconstruction: the text defines strides 1 and 32 only. Here thread t starts at "
      "floor(t/S)*S*32 + t mod S and goes on in steps of S; the curve itself is a picture, and its "
      "data are not in the text");
  std::vector<std::uint64_t> counts;
  for (const std::uint32_t stride : kStrides) {
    const CoalescedByAll all = at_stride(laboratory, stride);
    const std::size_t half_warps = all.rtl.transactions.size();
    const std::string key = std::to_string(stride);
    counts.push_back(all.rtl.count() / half_warps);
    finding.closed[key] = stride >= kHalfWarp ? 1 : kHalfWarp / stride;
    finding.model[key] = all.model.count() / half_warps;
    finding.rtl[key] = counts.back();
  }
  finding.parameters = {{"strides", kStrides}};
  finding.figures = fmt::format("{} transactions at strides 1 .. 32", fmt::join(counts, " "));
  return finding;
}

/// "no less than the value of warp": 32, against the distance 1, which the text describes too.
Finding distance(Laboratory& laboratory) {
  const CoalescedByAll near = at_stride(laboratory, 1);
  const CoalescedByAll half = at_stride(laboratory, 16);
  const CoalescedByAll warp = at_stride(laboratory, 32);
  const auto all = [](const Coalesced& at_1, const Coalesced& at_16, const Coalesced& at_32) {
    return Figure{{"1", at_1.figure()}, {"16", at_16.figure()}, {"32", at_32.figure()}};
  };
  return {
      {{"strides", {1, 16, 32}}},
      all(near.text, half.text, warp.text),
      all(near.model, half.model, warp.model),
      all(near.rtl, half.rtl, warp.rtl),
      fmt::format("stride 1: {} transactions, stride 32: {}", near.rtl.count(), warp.rtl.count()),
      holds_if(near.agree() && half.agree() && warp.agree() &&
               warp.rtl.count() == warp.rtl.transactions.size() &&
               near.rtl.count() > warp.rtl.count()),
      fmt::format("at the distance of a warp every half-warp takes one transaction, at distance 1 "
                  "sixteen. A distance of 16, half a warp, would do ({} transactions, by the "
                  "reconstruction of gt200.figure-1.strides)",
                  half.rtl.count())};
}

constexpr std::uint32_t kBanks = 16;         ///< largest value of `bank`
constexpr std::uint32_t kBlock = 512;        ///< words of B; the text has none
constexpr std::uint64_t kIterations = 100;   ///< of each run
constexpr std::uint64_t kCyclesOfAStep = 2;  ///< "one step every two cycles"
constexpr std::uint64_t kPrintedCycles = 4;  ///< "about bank x 4 per iteration"
constexpr std::uint64_t kPrintedIterations = 64000;
constexpr double kComputeCycles = 16;  ///< "about 16 cycles of calculation per iteration"

/// Cycles of shared memory in one iteration of a warp, by engine.
struct Cycles {
  std::uint64_t formula = 0;
  std::uint64_t model = 0;
  std::uint64_t rtl = 0;
};

/// Algorithm 2 on the machine: cycles of an iteration from all steps of many.
Cycles measured(Laboratory& laboratory, std::uint32_t bank) {
  const gt200::Algorithm2 program(bank, kBlock, kIterations);
  const evaluate::Evaluation evaluation = laboratory.evaluate(program, gt200_machine());
  // Latency 1: the time units of a run are its steps.
  return {kCyclesOfAStep * 2 * gt200::algorithm_2_steps(bank),
          kCyclesOfAStep * evaluation.model->time_units / kIterations,
          kCyclesOfAStep * evaluation.rtl->time_units / kIterations};
}

/// Cycles printed and found for each value of `bank`.
Check compared(const std::vector<std::uint32_t>& banks, const char* why) {
  return [=](Laboratory& laboratory) {
    std::uint64_t equal = 0;
    Finding finding;
    for (const std::uint32_t bank : banks) {
      const Cycles cycles = measured(laboratory, bank);
      const std::string key = std::to_string(bank);
      const std::uint64_t printed = kPrintedCycles * bank;
      finding.closed[key] = {{"printed", printed}, {"4 gcd(bank, 16)", cycles.formula}};
      finding.model[key] = cycles.model;
      finding.rtl[key] = cycles.rtl;
      if (cycles.model == printed && cycles.rtl == printed) ++equal;
    }
    finding.parameters = {{"block", kBlock}, {"iterations", kIterations}, {"bank", banks}};
    finding.figures = fmt::format("{} of {} values as printed", equal, banks.size());
    finding.verdict = holds_if(equal == banks.size());
    finding.why = why;
    return finding;
  };
}

std::vector<std::uint32_t> all_banks() {
  std::vector<std::uint32_t> banks(kBanks + 1);
  std::iota(banks.begin(), banks.end(), 0);
  return banks;
}

Finding larger_bank_more_conflicts(Laboratory& laboratory) {
  std::vector<std::uint64_t> model;
  std::vector<std::uint64_t> rtl;
  std::vector<std::uint64_t> formula;
  for (const std::uint32_t bank : all_banks()) {
    const Cycles cycles = measured(laboratory, bank);
    formula.push_back(cycles.formula / (2 * kCyclesOfAStep));
    model.push_back(cycles.model / (2 * kCyclesOfAStep));
    rtl.push_back(cycles.rtl / (2 * kCyclesOfAStep));
  }
  return {
      {{"block", kBlock}, {"bank", all_banks()}},
      {{"steps", formula}},
      {{"steps", model}},
      {{"steps", rtl}},
      fmt::format("steps {}", fmt::join(rtl, " ")),
      holds_if(rtl[1] < rtl[2] && rtl[2] < rtl[4] && rtl[4] < rtl[8] && rtl[8] < rtl[16] &&
               rtl[16] == *std::max_element(rtl.begin(), rtl.end())),
      "the steps are gcd(bank, 16): each doubling of bank doubles them, up to 16 for bank = 16. "
      "Not every larger value has more: bank = 3 has fewer than bank = 2"};
}

/// The block size decides: a small one folds different words into equal ones.
Finding block_size(Laboratory& laboratory) {
  std::vector<std::uint64_t> model;
  std::vector<std::uint64_t> rtl;
  const std::vector<std::uint32_t> blocks = {16, 32, 64, 128, 256, 512};
  for (const std::uint32_t block : blocks) {
    const auto evaluation =
        laboratory.evaluate(gt200::Algorithm2(16, block, kIterations), gt200_machine());
    model.push_back(evaluation.model->slots / (2 * kIterations));
    rtl.push_back(evaluation.rtl->slots / (2 * kIterations));
  }
  Finding finding = not_checked(
      "the block size is not in the text: below 256 words ID*16 mod block gives equal words, which "
      "a step broadcasts together");
  finding.parameters = {{"bank", 16}, {"blocks", blocks}};
  finding.closed = {{"steps of blocks of 256 words and more", 16}};
  finding.model = {{"steps", model}};
  finding.rtl = {{"steps", rtl}};
  finding.figures =
      fmt::format("bank 16: {} steps for blocks of 16 .. 512 words", fmt::join(rtl, " "));
  return finding;
}

/// Time over conflicts, not over `bank`.
Finding linear(Laboratory& laboratory) {
  Finding finding;
  bool holds = true;
  Figure max = Figure::object();
  for (const std::uint32_t conflicts : {1U, 2U, 4U, 8U, 16U}) {
    const Cycles cycles = measured(laboratory, conflicts);
    const auto time = [](std::uint64_t memory) {
      return gt200::thread_cycles(kComputeCycles, static_cast<double>(memory), Overlap::kSum);
    };
    const std::string key = std::to_string(conflicts);
    const double line = kComputeCycles + static_cast<double>(kPrintedCycles * conflicts);
    finding.closed[key] = line;
    finding.model[key] = time(cycles.model);
    finding.rtl[key] = time(cycles.rtl);
    max[key] = gt200::thread_cycles(kComputeCycles, static_cast<double>(cycles.rtl), Overlap::kMax);
    holds = holds && time(cycles.model) == line && time(cycles.rtl) == line;
  }
  finding.parameters = {{"compute", kComputeCycles}, {"MAX model", max}};
  finding.figures = "16 + 4 conflicts cycles an iteration (sum)";
  finding.verdict = holds_if(holds);
  finding.why =
      "linear in the number of conflicting words, by the sum of compute and memory cycles; by the "
      "MAX model flat up to 4 conflicts (16 cycles of computation), then linear";
  return finding;
}

Finding iterations(Laboratory& /*laboratory*/) {
  constexpr std::uint64_t kInnerLoop = 10001;  // i = 0 .. 10000
  return not_checked(
      "the text does not say of what: line 4 of Algorithm 2 makes 10,000 (or 10,001) iterations "
      "for "
      "every index, and 64,000 are no whole number of those; of all threads of a launch, or of "
      "some "
      "other loop, they may be right, and neither is described",
      fmt::format("{} mod {} = {}, mod 10000 = {}", kPrintedIterations, kInnerLoop,
                  kPrintedIterations % kInnerLoop, kPrintedIterations % 10000),
      {{"printed iterations", kPrintedIterations},
       {"for i = 0 to 10000", kInnerLoop},
       {"remainder", kPrintedIterations % kInnerLoop},
       {"remainder of 10000", kPrintedIterations % 10000}});
}

/// What the model predicts, in milliseconds, with parameters that are not the text's.
Finding curves(Laboratory& laboratory) {
  Finding finding = not_checked("");
  const auto milliseconds = [](std::uint64_t memory, Overlap overlap) {
    const double cycles =
        gt200::thread_cycles(kComputeCycles, static_cast<double>(memory), overlap);
    return 1e3 *
           gt200::kernel_seconds({1, 1, gt200::kGt200Warp, kPrintedIterations * cycles}, kGtx280);
  };
  double first = 0;
  double last = 0;
  for (const std::uint32_t bank : all_banks()) {
    const Cycles cycles = measured(laboratory, bank);
    const auto both = [&](std::uint64_t memory) -> Figure {
      return {{"sum", milliseconds(memory, Overlap::kSum)},
              {"max", milliseconds(memory, Overlap::kMax)}};
    };
    const std::string key = std::to_string(bank);
    finding.closed[key] = both(kPrintedCycles * bank);
    finding.model[key] = both(cycles.model);
    finding.rtl[key] = both(cycles.rtl);
    if (bank == 0) first = milliseconds(cycles.rtl, Overlap::kSum);
    last = milliseconds(cycles.rtl, Overlap::kSum);
  }
  finding.parameters = {{"N_B", 1},
                        {"N_w", 1},
                        {"N_t", gt200::kGt200Warp},
                        {"iterations", kPrintedIterations},
                        {"D", kGtx280.pipeline_depth},
                        {"N_C", kGtx280.cores},
                        {"R", kGtx280.clock_hz}};
  finding.figures = fmt::format("T(K) of one warp from {:.0f} to {:.0f} ms (sum)", first, last);
  finding.why =
      "the figure is a picture: neither its measured nor its predicted times are in the text, and "
      "block size, number of blocks, D, N_C and R are not given. T(K) is evaluated for one warp, "
      "64,000 iterations and NVIDIA's N_C = 8, R = 1296 MHz (D = 1): memory cycles as printed "
      "(closed), by model, by RTL";
  return finding;
}

}  // namespace

Claims gt200_algorithms() {
  return {
      {"gt200.algorithm-1.stride-32", Kind::kExact, "GT200 paper, Section IV",
       "stride = 32: each thread of a warp receives consecutive elements: complete union, one "
       "transaction",
       half_warp_transactions(32, 1, 64)},
      {"gt200.algorithm-1.stride-1", Kind::kExact, "GT200 paper, Section IV",
       "stride = 1: a half-warp's elements are 32 apart and require 16 memory transactions",
       half_warp_transactions(1, 16, 32)},
      {"gt200.algorithm-1.equal-work", Kind::kWording, "GT200 paper, Section IV",
       "the number of accesses of a thread does not depend on stride", equal_work},
      of_project({"gt200.figure-1.strides", Kind::kFigure,
                  "GT200 paper, Section IV, fig. 1, whose strides are not all in the text",
                  "the number of transactions of a half-warp at strides 1 .. 32", strides}),
      {"gt200.figure-1.distance", Kind::kWording, "GT200 paper, Section IV, on fig. 1",
       "a thread that reads elements at the distance of the warp's size takes advantage of "
       "combined "
       "access",
       distance},
      {"gt200.figure-1.curves", Kind::kFigure, "GT200 paper, Fig. 1",
       "actual time and time predicted by the MAX model over stride",
       unchecked("the figure is a picture: neither its measured nor its predicted times are in the "
                 "text, and latency, D, N_C and R of the prediction are not given; "
                 "gt200.figure-1.strides has the transactions that memory cycles are made of")},
      {"gt200.figure-1.balance", Kind::kFigure, "GT200 paper, Section IV",
       "at stride 1 memory dominates; with larger strides memory access and calculations take "
       "about the same number of cycles",
       unchecked(
           "neither the kernel's cycles of computation nor the latency of global memory is in "
           "the text")},
      {"gt200.algorithm-2.more-conflicts", Kind::kWording, "GT200 paper, Section V",
       "with a larger value of bank \"we can thus increase the number of access conflicts\"",
       larger_bank_more_conflicts, 1},
      {"gt200.figure-2.bank-times-4", Kind::kFigure, "GT200 paper, Section V",
       "memory access takes about bank x 4 cycles per iteration, bank = 0 .. 16",
       compared(
           all_banks(),
           "a warp's threads at ID*bank meet in gcd(bank, 16)-way conflicts, two half-warps of two "
           "cycles a step: 4 gcd(bank, 16) cycles, which is 4 bank for 1, 2, 4, 8 and 16 only; odd "
           "values have no conflict, and bank = 0 is one broadcast word, 4 cycles and not 0"),
       1, Weight::kCondition,
       R"((echo "# superwarp-trace 1"; echo 0 0 R $(seq 0 3 45)) | )"
       R"(superwarp replay - --machine gt200 --latency 1 --engine model)",
       "model 1 time unit"},
      repaired(
          {"gt200.figure-2.powers-of-two", Kind::kFigure, "GT200 paper, Section V",
           "memory access takes about bank x 4 cycles per iteration (bank a power of two)",
           compared(
               {1, 2, 4, 8, 16},
               "bank-way conflicts in two half-warps, one step every two cycles: 4 bank cycles; "
               "block sizes that are multiples of 256 words, the text has none"),
           1}),
      {"gt200.figure-2.linear", Kind::kWording, "GT200 paper, Section V, on fig. 2",
       "the execution time depends linearly on the number of conflicts", linear, 1},
      {"gt200.figure-2.block-size", Kind::kWording, "GT200 paper, Section V, Algorithm 2, line 6",
       "thread ID writes B[ID x bank mod block size]", block_size, 1},
      {"gt200.algorithm-2.iterations", Kind::kWording,
       "GT200 paper, Section V, Algorithm 2, line 4", "there are 64,000 iterations", iterations},
      {"gt200.algorithm-2.compute", Kind::kWording, "GT200 paper, Section V",
       "the kernel has about 16 cycles of calculation per iteration",
       unchecked("the kernel's code is not in the text, and computation is no part of the machines",
                 "", {{"printed", kComputeCycles}})},
      {"gt200.figure-2.curves", Kind::kFigure, "GT200 paper, Fig. 2",
       "actual and predicted time over bank = 0 .. 16", curves, 1},
  };
}

}  // namespace superwarp::reproduce
