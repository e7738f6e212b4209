// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "tools/claims/grid.h"
#include "tools/claims/gt200/engines.h"
#include "tools/gt200/performance_model.h"

namespace superwarp::reproduce {
using gt200::kGtx280;
using gt200::Overlap;
namespace {

constexpr std::array<std::uint32_t, 6> kStrides = {1, 2, 4, 8, 16, 32};
constexpr std::uint32_t kWordBytes = 4;

CoalescedByAll at_stride(Laboratory& laboratory, std::uint32_t stride) {
  return coalesced(laboratory, gt200::algorithm_1_accesses(stride, kWordBytes),
                   fmt::format("Algorithm 1, stride {}", stride));
}

/// Every half-warp makes so many transactions of so many bytes.
Check half_warp_transactions(std::uint32_t stride, std::uint64_t transactions, std::uint64_t bytes) {
  return [=](Laboratory& laboratory) {
    const CoalescedByAll all = at_stride(laboratory, stride);
    const std::size_t half_warps = all.rtl.transactions.size();
    bool holds = all.agree();
    for (const auto& of_access : all.rtl.transactions) {
      holds = holds && of_access.size() == transactions;
      for (const Transaction& t : of_access) holds = holds && t.bytes == bytes;
    }
    Finding finding = {{{"stride", stride}, {"word_bytes", kWordBytes}, {"half-warps", half_warps}}};
    all.enter(finding, [&](const gt200::Coalesced& engine) {
      return Figure{{"transactions", engine.count() / half_warps}, {"bytes of each", engine.bytes() / engine.count()}};
    });
    finding.closed = {{"transactions", transactions}, {"bytes of each", bytes}};
    return concluded(finding,
                     fmt::format("{} transaction{} of {} bytes", transactions, transactions == 1 ? "" : "s", bytes),
                     holds, fmt::format("so in every one of the {} accesses of a warp's half-warps", half_warps));
  };
}

Finding equal_work(Laboratory& /*laboratory*/) {
  bool holds = true;
  for (const std::uint32_t stride : kStrides) {
    std::set<std::uint32_t> read;
    for (const HalfWarpAccess& access : gt200::algorithm_1_accesses(stride, kWordBytes))
      read.insert(access.address.begin(), access.address.end());
    holds = holds && read.size() == std::size_t{gt200::kGt200Warp} * gt200::kGt200Warp;
  }
  return by_formula(
      {{"strides", kStrides}},
      {{"reads of a thread", gt200::kGt200Warp}, {"elements of a warp", gt200::kGt200Warp * gt200::kGt200Warp}},
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
    all.enter(
        finding, [&](const gt200::Coalesced& engine) { return engine.count() / half_warps; }, key);
    finding.closed[key] = stride >= kHalfWarp ? 1 : kHalfWarp / stride;
    counts.push_back(finding.rtl[key]);
  }
  finding.parameters = {{"strides", kStrides}};
  finding.figures = fmt::format("{} transactions at strides 1 .. 32", fmt::join(counts, " "));
  return finding;
}

/// "no less than the value of warp": 32, against the distance 1, which the text describes too.
Finding distance(Laboratory& laboratory) {
  Finding finding = {{{"strides", {1, 16, 32}}}};
  bool agree = true;
  const auto count = [&](std::uint32_t stride) {
    const CoalescedByAll all = at_stride(laboratory, stride);
    all.enter(finding, totals, std::to_string(stride));
    agree = agree && all.agree();
    return all.rtl.count();
  };
  const std::uint64_t near = count(1);
  const std::uint64_t half = count(16);
  const std::uint64_t warp = count(32);
  return concluded(finding, fmt::format("stride 1: {} transactions, stride 32: {}", near, warp),
                   agree && warp == 2 * gt200::kGt200Warp && near > warp,
                   fmt::format("at the distance of a warp every half-warp takes one transaction, at distance 1 "
                               "sixteen. A distance of 16, half a warp, would do ({} transactions, by the "
                               "reconstruction of gt200.figure-1.strides)",
                               half));
}

constexpr std::uint32_t kBlock = 512;        ///< words of B; the text has none
constexpr std::uint64_t kIterations = 100;   ///< of each run
constexpr std::uint64_t kCyclesOfAStep = 2;  ///< "one step every two cycles"
constexpr std::uint64_t kPrintedCycles = 4;  ///< "about bank x 4 per iteration"
constexpr std::uint64_t kPrintedIterations = 64000;
constexpr double kComputeCycles = 16;  ///< "about 16 cycles of calculation per iteration"

/// Cycles of shared memory in one iteration of a warp; the text's are 4 gcd(bank, 16).
using Cycles = ByEngine<std::uint64_t>;

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
Check as_printed(const Widths& banks, const char* why) {
  return [=](Laboratory& laboratory) {
    std::uint64_t equal = 0;
    Finding finding = {{{"block", kBlock}, {"iterations", kIterations}, {"bank", banks}}};
    for (const std::uint32_t bank : banks) {
      const Cycles cycles = measured(laboratory, bank);
      const std::string key = std::to_string(bank);
      const std::uint64_t printed = kPrintedCycles * bank;
      finding.closed[key] = {{"printed", printed}, {"4 gcd(bank, 16)", cycles.text}};
      finding.model[key] = cycles.model;
      finding.rtl[key] = cycles.rtl;
      if (cycles.model == printed && cycles.rtl == printed) ++equal;
    }
    return concluded(finding, fmt::format("{} of {} values as printed", equal, banks.size()), equal == banks.size(),
                     why);
  };
}

Widths all_banks() {
  Widths banks(gt200::kGt200Banks + 1);
  std::iota(banks.begin(), banks.end(), 0);
  return banks;
}

Finding larger_bank_more_conflicts(Laboratory& laboratory) {
  Finding finding = {{{"block", kBlock}, {"bank", all_banks()}}};
  for (const std::uint32_t bank : all_banks()) {
    const Cycles cycles = measured(laboratory, bank);
    finding.closed["steps"].push_back(cycles.text / (2 * kCyclesOfAStep));
    finding.model["steps"].push_back(cycles.model / (2 * kCyclesOfAStep));
    finding.rtl["steps"].push_back(cycles.rtl / (2 * kCyclesOfAStep));
  }
  const auto steps = finding.rtl["steps"].get<std::vector<std::uint64_t>>();
  return concluded(finding, fmt::format("steps {}", fmt::join(steps, " ")),
                   steps[1] < steps[2] && steps[2] < steps[4] && steps[4] < steps[8] && steps[8] < steps[16] &&
                       steps[16] == *std::max_element(steps.begin(), steps.end()),
                   "the steps are gcd(bank, 16): each doubling of bank doubles them, up to 16 for bank = 16. "
                   "Not every larger value has more: bank = 3 has fewer than bank = 2");
}

/// The block size decides: a small one folds different words into equal ones.
Finding block_size(Laboratory& laboratory) {
  Finding finding = not_checked(
      "the block size is not in the text: below 256 words ID*16 mod block gives equal words, which "
      "a step broadcasts together");
  const Widths blocks = {16, 32, 64, 128, 256, 512};
  std::vector<std::uint64_t> model;
  std::vector<std::uint64_t> rtl;
  for (const std::uint32_t block : blocks) {
    const auto evaluation = laboratory.evaluate(gt200::Algorithm2(16, block, kIterations), gt200_machine());
    model.push_back(evaluation.model->slots / (2 * kIterations));
    rtl.push_back(evaluation.rtl->slots / (2 * kIterations));
  }
  finding.parameters = {{"bank", 16}, {"blocks", blocks}};
  finding.closed = {{"steps of blocks of 256 words and more", 16}};
  finding.model = {{"steps", model}};
  finding.rtl = {{"steps", rtl}};
  finding.figures = fmt::format("bank 16: {} steps for blocks of 16 .. 512 words", fmt::join(rtl, " "));
  return finding;
}

double cycles_with_memory(std::uint64_t memory, Overlap overlap) {
  return gt200::thread_cycles(kComputeCycles, static_cast<double>(memory), overlap);
}

/// Time over conflicts, not over `bank`.
Finding linear(Laboratory& laboratory) {
  Finding finding = {{{"compute", kComputeCycles}}};
  bool holds = true;
  for (const std::uint32_t conflicts : {1U, 2U, 4U, 8U, 16U}) {
    const Cycles cycles = measured(laboratory, conflicts);
    const std::string key = std::to_string(conflicts);
    const double line = kComputeCycles + static_cast<double>(kPrintedCycles * conflicts);
    finding.closed[key] = line;
    finding.model[key] = cycles_with_memory(cycles.model, Overlap::kSum);
    finding.rtl[key] = cycles_with_memory(cycles.rtl, Overlap::kSum);
    finding.parameters["MAX model"][key] = cycles_with_memory(cycles.rtl, Overlap::kMax);
    holds = holds && finding.model[key] == line && finding.rtl[key] == line;
  }
  return concluded(finding, "16 + 4 conflicts cycles an iteration (sum)", holds,
                   "linear in the number of conflicting words, by the sum of compute and memory cycles; by the "
                   "MAX model flat up to 4 conflicts (16 cycles of computation), then linear");
}

Finding iterations(Laboratory& /*laboratory*/) {
  constexpr std::uint64_t kInnerLoop = 10001;  // i = 0 .. 10000
  return not_checked(
      "the text does not say of what: line 4 of Algorithm 2 makes 10,000 (or 10,001) iterations "
      "for "
      "every index, and 64,000 are no whole number of those; of all threads of a launch, or of "
      "some "
      "other loop, they may be right, and neither is described",
      fmt::format("{} mod {} = {}, mod 10000 = {}", kPrintedIterations, kInnerLoop, kPrintedIterations % kInnerLoop,
                  kPrintedIterations % 10000),
      {{"printed iterations", kPrintedIterations},
       {"for i = 0 to 10000", kInnerLoop},
       {"remainder", kPrintedIterations % kInnerLoop},
       {"remainder of 10000", kPrintedIterations % 10000}});
}

/// What the model predicts, in milliseconds, with parameters that are not the text's.
Finding curves(Laboratory& laboratory) {
  Finding finding = not_checked(
      "the figure is a picture: neither its measured nor its predicted times are in the text, and "
      "block size, number of blocks, D, N_C and R are not given. T(K) is evaluated for one warp, "
      "64,000 iterations and NVIDIA's N_C = 8, R = 1296 MHz (D = 1): memory cycles as printed "
      "(closed), by model, by RTL");
  const auto milliseconds = [](std::uint64_t memory) {
    const auto with = [memory](Overlap overlap) {
      const double cycles = kPrintedIterations * cycles_with_memory(memory, overlap);
      return 1e3 * gt200::kernel_seconds({1, 1, gt200::kGt200Warp, cycles}, kGtx280);
    };
    return Figure{{"sum", with(Overlap::kSum)}, {"max", with(Overlap::kMax)}};
  };
  for (const std::uint32_t bank : all_banks()) {
    Cycles cycles = measured(laboratory, bank);
    cycles.text = kPrintedCycles * bank;
    cycles.enter(finding, milliseconds, std::to_string(bank));
  }
  finding.parameters = {{"N_B", 1},
                        {"N_w", 1},
                        {"N_t", gt200::kGt200Warp},
                        {"iterations", kPrintedIterations},
                        {"D", kGtx280.pipeline_depth},
                        {"N_C", kGtx280.cores},
                        {"R", kGtx280.clock_hz}};
  finding.figures = fmt::format("T(K) of one warp from {:.0f} to {:.0f} ms (sum)",
                                finding.rtl["0"]["sum"].get<double>(), finding.rtl["16"]["sum"].get<double>());
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
       unchecked("neither the kernel's cycles of computation nor the latency of global memory is in "
                 "the text")},
      {"gt200.algorithm-2.more-conflicts", Kind::kWording, "GT200 paper, Section V",
       "with a larger value of bank \"we can thus increase the number of access conflicts\"",
       larger_bank_more_conflicts, 1},
      {"gt200.figure-2.bank-times-4", Kind::kFigure, "GT200 paper, Section V",
       "memory access takes about bank x 4 cycles per iteration, bank = 0 .. 16",
       as_printed(all_banks(),
                  "a warp's threads at ID*bank meet in gcd(bank, 16)-way conflicts, two half-warps of two "
                  "cycles a step: 4 gcd(bank, 16) cycles, which is 4 bank for 1, 2, 4, 8 and 16 only; odd "
                  "values have no conflict, and bank = 0 is one broadcast word, 4 cycles and not 0"),
       1, Weight::kCondition,
       R"((echo "# superwarp-trace 1"; echo 0 0 R $(seq 0 3 45)) | )"
       R"(superwarp replay - --machine gt200 --latency 1 --engine model)",
       "model 1 time unit"},
      repaired({"gt200.figure-2.powers-of-two", Kind::kFigure, "GT200 paper, Section V",
                "memory access takes about bank x 4 cycles per iteration (bank a power of two)",
                as_printed({1, 2, 4, 8, 16},
                           "bank-way conflicts in two half-warps, one step every two cycles: 4 bank cycles; "
                           "block sizes that are multiples of 256 words, the text has none"),
                1}),
      {"gt200.figure-2.linear", Kind::kWording, "GT200 paper, Section V, on fig. 2",
       "the execution time depends linearly on the number of conflicts", linear, 1},
      {"gt200.figure-2.block-size", Kind::kWording, "GT200 paper, Section V, Algorithm 2, line 6",
       "thread ID writes B[ID x bank mod block size]", block_size, 1},
      {"gt200.algorithm-2.iterations", Kind::kWording, "GT200 paper, Section V, Algorithm 2, line 4",
       "there are 64,000 iterations", iterations},
      {"gt200.algorithm-2.compute", Kind::kWording, "GT200 paper, Section V",
       "the kernel has about 16 cycles of calculation per iteration",
       unchecked("the kernel's code is not in the text, and computation is no part of the machines", "",
                 {{"printed", kComputeCycles}})},
      {"gt200.figure-2.curves", Kind::kFigure, "GT200 paper, Fig. 2", "actual and predicted time over bank = 0 .. 16",
       curves, 1},
  };
}

}  // namespace superwarp::reproduce
