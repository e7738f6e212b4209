// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "model/reference/random.h"
#include "tools/claims/gt200/engines.h"
#include "tools/congestion/cell.h"
#include "tools/congestion/exact.h"
#include "tools/congestion/uniform_rounds.h"
#include "tools/gt200/performance_model.h"

// The performance model, and the times that are printed.

namespace superwarp::reproduce {
using gt200::kGtx280;
namespace {

Finding kernel_time(Laboratory& /*laboratory*/) {
  constexpr double kThreadCycles = 1000;
  const double seconds = gt200::kernel_seconds({1, 1, gt200::kGt200Warp, kThreadCycles}, kGtx280);
  Finding finding = not_checked(
      "D, N_C, R and the latencies in C_T(K) are not given, and no time is printed to hold it "
      "against. With N_C = 8 and R = 1296 MHz (NVIDIA's specifications of the GTX 280; D = 1) it "
      "is evaluated here; N_C counts the cores of one multiprocessor, of which the card has 30, "
      "and no parameter counts those",
      fmt::format("one warp of {} cycles: {:.3g} s", kThreadCycles, seconds),
      {{"one warp of 1000 cycles, seconds", seconds}});
  finding.parameters = {
      {"D", kGtx280.pipeline_depth}, {"N_C", kGtx280.cores}, {"R", kGtx280.clock_hz}, {"N_B", 1}, {"N_w", 1},
      {"N_t", gt200::kGt200Warp},    {"C_T", kThreadCycles}};
  return finding;
}

Finding host_device(Laboratory& /*laboratory*/) {
  // A second to the device, two kernels of one second, two seconds back.
  const double seconds = gt200::gpu_seconds({3e9, 3e9, 6e9, 3e9}, {1, 1});
  return not_checked(
      "a definition: no N_HD, S_HD, N_DH, S_DH, B(N) and no time are given. It is an upper bound "
      "whenever transfers and kernels run one after another, as the sum says",
      fmt::format("1 + (1 + 1) + 2 = {:g} s", seconds), {{"1 s to the device, two kernels of 1 s, 2 s back", seconds}});
}

Finding max_and_sum(Laboratory& /*laboratory*/) {
  const double larger = gt200::thread_cycles(16, 64, gt200::Overlap::kMax);
  const double sum = gt200::thread_cycles(16, 64, gt200::Overlap::kSum);
  return not_checked(
      "which of the two a kernel follows is a measurement: figures 1 and 2 have no data in the "
      "text. MAX is the larger of compute and memory cycles, their sum is the other way to add "
      "them up",
      fmt::format("16 and 64 cycles: MAX {:g}, sum {:g}", larger, sum),
      {{"compute", 16}, {"memory", 64}, {"max", larger}, {"sum", sum}});
}

// Table 2 as printed: GeForce GTX 280.

/// Milliseconds of 1,000,000 read operations.
struct MemoryTimes {
  const char* memory;
  double serial;
  double random;
};

constexpr MemoryTimes kGlobalTimes = {"global", 969, 21777};
constexpr MemoryTimes kSharedTimes = {"shared", 51, 86.6};
constexpr MemoryTimes kConstantTimes = {"constant", 35, 192};
constexpr MemoryTimes kTextureTimes = {"texture", 140, 247};
constexpr std::array<MemoryTimes, 4> kMemoryTimes = {kGlobalTimes, kSharedTimes, kConstantTimes, kTextureTimes};

double slowdown(const MemoryTimes& times) { return times.random / times.serial; }

Figure printed_figure() {
  Figure figure = Figure::object();
  for (const MemoryTimes& times : kMemoryTimes)
    figure[times.memory] = {{"serial", times.serial}, {"random", times.random}};
  return figure;
}

/// The memory types by their times in one column, the fastest first.
Check order_of_memories(double MemoryTimes::*column) {
  return [column](Laboratory&) {
    const std::vector<std::string> claimed = {"shared", "constant", "texture", "global"};
    std::vector<MemoryTimes> times(kMemoryTimes.begin(), kMemoryTimes.end());
    std::sort(times.begin(), times.end(),
              [&](const MemoryTimes& a, const MemoryTimes& b) { return a.*column < b.*column; });
    std::vector<std::string> found;
    for (const MemoryTimes& t : times) found.emplace_back(t.memory);
    return by_formula({{"times in ms", printed_figure()}}, {{"claimed", claimed}, {"by the table", found}},
                      fmt::format("{}", fmt::join(found, " < ")), found == claimed,
                      found == claimed ? "the table's column has this order"
                                       : "the table's own column has another order: the constant cache, with 35 "
                                         "ms, is ahead of shared memory with 51 ms");
  };
}

/// Cycles of a step for the two halves of a warp: one step in two cycles.
constexpr double kStepCycles = 4;

/// The cycles a read that are not the memory's, c, if random words of shared memory take `steps`
/// and times add up: printed ratio = (c + 4 steps) / (c + 4).
double other_cycles(double steps) {
  const double ratio = slowdown(kSharedTimes);
  return kStepCycles * (steps - ratio) / (ratio - 1);
}

constexpr std::uint64_t kSharedWords = 4096;  ///< the 16 KB of a multiprocessor
constexpr congestion::CongestionCell kRandomWords = {gt200::kGt200Banks, 1, kSharedWords};
constexpr std::uint64_t kRandomRounds = 20000;

/// Mean steps of 16 uniform random words, by model and RTL.
ByEngine<double> random_steps(Laboratory& laboratory) {
  const congestion::UniformRounds program(kRandomWords, laboratory.seed(), 0, kRandomRounds);
  const evaluate::Evaluation evaluation = laboratory.evaluate(program, gt200_machine());
  const auto mean = [](std::uint64_t slots) { return static_cast<double>(slots) / kRandomRounds; };
  return {0, mean(evaluation.model->slots), mean(evaluation.rtl->slots)};
}

/// 16 uniform random words of the 16 KB that a GT200 multiprocessor has, against consecutive ones.
Finding shared_random(Laboratory& laboratory) {
  const congestion::ExactCongestion distinct = congestion::exact_congestion(kRandomWords);
  const ByEngine<double> steps = random_steps(laboratory);
  const double error = std::sqrt(distinct.variance / static_cast<double>(kRandomRounds));
  const double printed = slowdown(kSharedTimes);
  const double cycles = other_cycles(steps.rtl);
  Finding finding = not_checked(
      fmt::format("times of a GPU, beside what the rule of the text says: random words take {:.3f} steps "
                  "(standard error {:.3f}), consecutive ones 1. {:.1f} cycles a read that are not the memory's "
                  "make the printed ratio of these steps. One constant always fits one ratio; "
                  "gt200.table-2.constant is what it predicts",
                  steps.rtl, error, cycles));
  finding.parameters = {
      {"words", kSharedWords}, {"banks", gt200::kGt200Banks}, {"rounds", kRandomRounds}, {"seed", laboratory.seed()}};
  finding.closed = {{"printed ratio", printed}, {"steps, equal words merged", distinct.mean}};
  finding.model = {{"steps", steps.model}};
  finding.rtl = {{"steps", steps.rtl}};
  finding.figures = fmt::format("rule {:.2f} times as many steps, printed {:.2f}", steps.rtl, printed);
  return finding;
}

/// The row of global memory, by the coalescer.
Finding global_random(Laboratory& laboratory) {
  constexpr std::uint32_t kAccesses = 20000;
  constexpr std::uint64_t kWords = 1U << 20U;
  std::vector<HalfWarpAccess> serial(kAccesses);
  std::vector<HalfWarpAccess> random(kAccesses);
  for (std::uint32_t i = 0; i < kAccesses; ++i) {
    const std::uint64_t key = model::extend_key(laboratory.seed(), i);
    for (std::uint32_t t = 0; t < kHalfWarp; ++t) {
      serial[i].address.push_back((i * kHalfWarp + t) * 4);
      random[i].address.push_back(model::uniform_at(key, t, kWords) * 4);
    }
  }
  const CoalescedByAll in_order = coalesced(laboratory, serial, "serial access");
  const CoalescedByAll anywhere = coalesced(laboratory, random, "random access");
  const auto ratios = [](const gt200::Coalesced& a, const gt200::Coalesced& b) -> Figure {
    return {{"transactions", static_cast<double>(b.count()) / static_cast<double>(a.count())},
            {"bytes", static_cast<double>(b.bytes()) / static_cast<double>(a.bytes())}};
  };
  Finding finding = not_checked(
      "the time of a transaction is not in the text: random words take 16 times the transactions "
      "and 8 times the bytes of consecutive ones, and neither alone is the printed ratio");
  finding.parameters = {{"half-warps", kAccesses}, {"words", kWords}, {"seed", laboratory.seed()}};
  finding.closed = ratios(in_order.text, anywhere.text);
  finding.closed["printed ratio"] = slowdown(kGlobalTimes);
  finding.model = ratios(in_order.model, anywhere.model);
  finding.rtl = ratios(in_order.rtl, anywhere.rtl);
  finding.figures =
      fmt::format("printed {:.1f} times; {:.1f} times the transactions, {:.1f} the bytes", slowdown(kGlobalTimes),
                  finding.rtl["transactions"].get<double>(), finding.rtl["bytes"].get<double>());
  return finding;
}

/// The row of constant memory, with the cycles that the row of shared memory leaves.
Finding constant_random(Laboratory& laboratory) {
  const ByEngine<double> steps = random_steps(laboratory);
  // All threads read one address, or each its own: one step, or one for each.
  const auto predicted = [](double conflicts) -> Figure {
    const double cycles = other_cycles(conflicts);
    return {{"cycles", cycles}, {"ratio", (cycles + kStepCycles * gt200::kGt200Banks) / (cycles + kStepCycles)}};
  };
  const Figure rtl = predicted(steps.rtl);
  const auto cycles = rtl["cycles"].get<double>();
  const auto ratio = rtl["ratio"].get<double>();
  const double printed = slowdown(kConstantTimes);
  Finding finding = not_checked(
      fmt::format("times of a GPU; which addresses are read is not described. If serial access reads one "
                  "address and random access 16, the {:.1f} cycles of gt200.table-2.shared predict {:.2f} "
                  "times "
                  "({:+.0f} %). They do not explain why serial reads of constant memory, as many steps, take "
                  "{} ms where shared memory takes {} ms",
                  cycles, ratio, 100 * (ratio / printed - 1), kConstantTimes.serial, kSharedTimes.serial));
  finding.closed = {{"ratio", printed}};
  finding.model = predicted(steps.model);
  finding.rtl = rtl;
  finding.figures = fmt::format("predicted {:.2f} times, printed {:.2f}", ratio, printed);
  return finding;
}

Finding texture_random(Laboratory& /*laboratory*/) {
  const double printed = slowdown(kTextureTimes);
  return not_checked(
      "a cached item takes one request and a miss a global read, says the text; how many reads "
      "miss "
      "is not described",
      fmt::format("printed {:.2f} times", printed),
      {{"serial", kTextureTimes.serial}, {"random", kTextureTimes.random}, {"printed ratio", printed}});
}

Finding shared_faster(Laboratory& /*laboratory*/) {
  const double serial = kGlobalTimes.serial / kSharedTimes.serial;
  const double random = kGlobalTimes.random / kSharedTimes.random;
  return by_formula({{"times in ms", printed_figure()}}, {{"claimed", 20}, {"serial", serial}, {"random", random}},
                    fmt::format("{:.1f} times serial, {:.0f} times random", serial, random),
                    std::max(serial, random) <= 20,
                    "Table 2 of the same text has 19 times for serial access, but 251 times for random access");
}

Finding coalesced_faster(Laboratory& /*laboratory*/) {
  const double ratio = slowdown(kGlobalTimes);
  Finding finding = not_checked(
      "the text has no time of a non-coalesced access that is described: Table 2's random access, "
      "which takes longer than serial access by the factor here, reads addresses that are not",
      fmt::format("random/serial = {:.1f}, claimed 5", ratio), {{"claimed", 5}, {"random/serial", ratio}});
  finding.parameters = {{"times in ms", printed_figure()}};
  return finding;
}

}  // namespace

Claims gt200_model() {
  return {
      {"gt200.model.host-device", Kind::kExact, "GT200 paper, Section II, first formula",
       "T_GPU(N) <= N_HD(N)/S_HD + sum over i = 1 .. B(N) of T_i(N) + N_DH(N)/S_DH", host_device},
      {"gt200.model.kernel-time", Kind::kExact, "GT200 paper, Section II, final equation, Table 1",
       "T(K) = N_B(K) N_w(K) N_t(K) C_T(K) / (N_C D R)", kernel_time},
      {"gt200.model.max", Kind::kWording, "GT200 paper, Section IV",
       "the MAX model assumes the run time: computation and memory access overlap", max_and_sum},
      {"gt200.model.instruction-cycles", Kind::kExact, "GT200 paper, Section II",
       "an integer sum takes 4 cycles, an integer modulo 48",
       unchecked("about arithmetic units, which are no part of the memory machines; 4 cycles are what "
                 "a warp of 32 threads takes on 8 cores",
                 fmt::format("{} threads / {:g} cores = {:g} cycles", gt200::kGt200Warp, kGtx280.cores,
                             gt200::kGt200Warp / kGtx280.cores),
                 {{"N_t / N_C", gt200::kGt200Warp / kGtx280.cores}})},
      {"gt200.speed.registers-200", Kind::kWording, "GT200 paper, Section III",
       "the delay of reading global memory is up to 200 times that of registers",
       unchecked("no time of a register access is printed, in Table 2 neither")},
      {"gt200.texture-memory", Kind::kWording, "GT200 paper, Section III",
       "a cached item of texture memory is served in a single request; otherwise global memory is "
       "read, which takes much longer",
       unchecked("the cache is not described beyond this sentence, and is no part of the machines")},
  };
}

Claims gt200_table_2() {
  return {
      {"gt200.table-2.order.serial", Kind::kWording, "GT200 paper, Section III, on Table 2",
       "shared memory is fastest, then the constant cache, then the texture cache, global memory "
       "slowest (column of serial access)",
       order_of_memories(&MemoryTimes::serial), 0.1, Weight::kSlip,
       R"(python3 -c 'ms = {"shared": 51, "constant": 35, "texture": 140, "global": 969}; )"
       R"(print(*sorted(ms, key=ms.get), sep=" < ")')",
       "constant < shared < texture < global"},
      {"gt200.table-2.order.random", Kind::kWording, "GT200 paper, Section III, on Table 2",
       "shared memory is fastest, then the constant cache, then the texture cache, global memory "
       "slowest (column of random access)",
       order_of_memories(&MemoryTimes::random)},
      {"gt200.table-2.shared", Kind::kFigure, "GT200 paper, Table 2, against the steps of Section III",
       "10^6 reads of shared memory take 51 ms serial and 86.6 ms random: 1.70 times", shared_random, 1},
      {"gt200.table-2.global", Kind::kFigure, "GT200 paper, Table 2, against the protocol of Section III",
       "10^6 reads of global memory take 969 ms serial and 21777 ms random: 22.5 times", global_random, 1},
      {"gt200.table-2.constant", Kind::kFigure, "GT200 paper, Table 2",
       "10^6 reads of constant memory take 35 ms serial and 192 ms random", constant_random, 1},
      {"gt200.table-2.texture", Kind::kFigure, "GT200 paper, Table 2",
       "10^6 reads of texture memory take 140 ms serial and 247 ms random", texture_random},
      {"gt200.speed.shared-20", Kind::kBound, "GT200 paper, Section II",
       "shared memory gives up to 20 times better performance than global memory", shared_faster, 0.1,
       Weight::kCondition, R"(python3 -c 'print(21777 / 86.6, "times")')", "251.46"},
      {"gt200.speed.coalesced-5", Kind::kBound, "GT200 paper, Section II",
       "coalesced access to global memory gives up to 5 times better performance than "
       "non-coalesced",
       coalesced_faster},
  };
}

}  // namespace superwarp::reproduce
