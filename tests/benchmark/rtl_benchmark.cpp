// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/machine/threads.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "model/reference/random.h"
#include "sim/run/evaluation.h"
#include "sim/workload/workload.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"
#include "tests/benchmark/benchmark_bench.h"

/// \file
/// Cycles and requests per second of the Verilated RTL: bare, and on the SystemC bench with both
/// checkers.

namespace superwarp::test {
namespace {

constexpr std::uint64_t kWords =
    1U << 15U;  // 1024 rows at w = 32, so that banks do not outgrow the caches

Machine machine_of(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine;
  machine.kind = super_warp == 1 ? MachineKind::kDmm : MachineKind::kSdmm;
  machine.width = width;
  machine.super_warp = super_warp;
  machine.schedule = Schedule::kAsync;
  machine.rows = kWords / width;
  return machine;
}

/// A machine whose dispatches overlap, with windows or FIFOs of `depth` places.
template <Rpu rpu>
Machine overlapping_machine(std::uint32_t width, std::uint32_t depth) {
  Machine machine = machine_of(width, 1);
  machine.kind = MachineKind::kSdmm;
  machine.rpu = rpu;
  machine.streaming = rpu_defaults(rpu);
  machine.streaming.depth = depth;
  return machine;
}

/// A pipelined RPU with a window that takes less area (docs/window.md).
Machine small_window_machine(std::uint32_t width, std::uint32_t depth) {
  Machine machine = overlapping_machine<Rpu::kPipelined>(width, depth);
  machine.streaming.passes = 2;
  machine.streaming.others = {
      {"queue", 4}, {"store", 4}, {"later", static_cast<std::uint32_t>(Later::kYoungest)}};
  return machine;
}

/// The UMM, or with super warps the Super UMM.
Machine one_row_machine(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine = machine_of(width, super_warp);
  machine.kind = super_warp == 1 ? MachineKind::kUmm : MachineKind::kSumm;
  return machine;
}

/// The first slot rule of the GT200 paper: a slot serves one word for all who want it.
Machine broadcast_machine(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine = machine_of(width, super_warp);
  machine.kind = MachineKind::kGt200;
  return machine;
}

/// A hash in half of eight regions.
Machine regions_machine(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine = machine_of(width, super_warp);
  machine.mapping = "h3";
  model::fit(machine, kWords);
  machine.regions = regions_named("8:10101010");
  return machine;
}

/// A machine on one bank less than threads: addresses are divided by a constant.
Machine divided_machine(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine = machine_of(width, super_warp);
  machine.banks = width - 1;
  machine.rows *= 2;  // for all words
  return machine;
}

/// Two ports at each bank.
Machine two_port_machine(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine = machine_of(width, super_warp);
  machine.ports = 2;
  return machine;
}

/// Two words of 4 bytes in each row of a bank.
Machine two_word_machine(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine = machine_of(width, super_warp);
  machine.bank_words = 2;
  machine.rows /= 2;  // for all words
  return machine;
}

/// A machine whose super warps go in warp by warp.
Machine serial_machine(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine = machine_of(width, super_warp);
  machine.rpu = Rpu::kSerial;
  return machine;
}

/// A machine whose requests reach the banks through a network of one stage a level.
Machine routed_machine(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine = machine_of(width, super_warp);
  machine.streaming.others["route"] = route_levels(machine);
  machine.latency = std::max(machine.latency, route_levels(machine) + 1);
  return machine;
}

/// Uniform random words, drawn beforehand: a benchmark should not measure the drawing.
class UniformRandom : public Program {
 public:
  UniformRandom(const Machine& machine, std::uint32_t write_percent, std::uint64_t rounds)
      : Program(machine.width, 64 * machine.lanes()),
        rounds_(rounds),
        lanes_(machine.lanes()),
        dispatches_(kDrawn / machine.lanes()),
        address_(std::size_t{dispatches_} * machine.lanes()),
        op_(dispatches_) {
    for (std::size_t i = 0; i < address_.size(); ++i) address_[i] = model::uniform_at(1, i, kWords);
    for (std::size_t i = 0; i < op_.size(); ++i) {
      op_[i] = model::uniform_at(2, i, 100) < write_percent ? Op::kWrite : Op::kRead;
    }
  }
  [[nodiscard]] std::uint64_t rounds() const override { return rounds_; }
  [[nodiscard]] std::uint64_t words() const override { return kWords; }
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* data) const override {
    const std::uint64_t dispatch =
        (round * 64 + std::uint64_t{warp} * width() / lanes_) % dispatches_;
    const std::uint64_t lane = std::uint64_t{warp} * width() % lanes_;
    std::copy_n(&address_[dispatch * lanes_ + lane], width(), address);
    if (op_[dispatch] == Op::kWrite) std::copy_n(address, width(), data);
    return op_[dispatch];
  }
  void receive_all(std::uint64_t /*round*/, std::uint32_t /*first*/, std::uint32_t count,
                   const Address* address, const Word* word, Word* register_of) const override {
    keep_words(count, address, word, register_of);  // as the workloads do
  }

 private:
  /// Words: the same number for every machine, few enough to stay in a core's caches with the
  /// banks.
  static constexpr std::uint32_t kDrawn = 1U << 15U;
  std::uint64_t rounds_;
  std::uint32_t lanes_;
  std::uint32_t dispatches_;
  std::vector<Address> address_;
  std::vector<Op> op_;
};

/// The unit alone: dispatches prepared beforehand, offered as soon as it is ready.
void run_bare(benchmark::State& state, const Machine& machine, std::uint32_t write_percent,
              bool shallow) {
  sysc::RtlConfig config = evaluate::rtl_config(machine);
  config.shallow = shallow;
  const auto unit = benchmark_cache().unit(config);
  const UniformRandom program(machine, write_percent, 64);
  Threads threads(program, machine);
  std::vector<Dispatch> dispatches;
  for (std::uint32_t g = 0; threads.prepare(g); g = (g + 1) % threads.super_warps()) {
    threads.dispatch(g, dispatches.emplace_back());
    threads.complete(g);
  }
  unit->reset(machine.latency);
  std::uint64_t cycles = 0;
  std::uint64_t dispatched = 0;
  while (state.KeepRunningBatch(1024)) {
    for (int i = 0; i < 1024; ++i) {
      unit->rising_edge();
      if (unit->ready()) {
        unit->offer(dispatches[dispatched % dispatches.size()],
                    static_cast<DispatchId>(dispatched));
        ++dispatched;
      }
      unit->falling_edge();
    }
    cycles += 1024;
  }
  unit->idle();
  count_rates(state, cycles, dispatched * machine.lanes());
}

using MachineOf = Machine (*)(std::uint32_t width, std::uint32_t size);

/// Arguments: w, s or D, percent of writes.
template <MachineOf machine, bool shallow = false>
void bare(benchmark::State& state) {
  run_bare(state, machine(argument(state, 0), argument(state, 1)), argument(state, 2), shallow);
}

/// Uniform random words of one memory.
void run_random(benchmark::State& state, const Machine& machine, std::uint32_t write_percent) {
  // The same number of requests for every machine, so that filling and reading back the memory
  // have the same share.
  const std::uint64_t rounds = 5000 / machine.super_warp;
  const auto unit = benchmark_cache().unit(evaluate::rtl_config(machine));
  const UniformRandom program(machine, write_percent, rounds);
  const auto mapping = model::make_mapping(machine);
  run_on_bench(state, machine, program, [&](const tb::BenchOptions& options) {
    return benchmark_bench().run(unit, machine, *mapping, program, options);
  });
}

/// Arguments: w, s or D, percent of writes.
template <MachineOf machine>
void on_systemc(benchmark::State& state) {
  run_random(state, machine(argument(state, 0), argument(state, 1)), argument(state, 2));
}

/// The same, with the checks in a second thread: real time, and processor time of both.
template <MachineOf machine>
void in_two_threads(benchmark::State& state) {
  benchmark_bench().check_in_second_thread(true);
  on_systemc<machine>(state);
  benchmark_bench().check_in_second_thread(false);
}

/// First use of a configuration, compiled into an empty cache. Arguments: w, s or D.
template <MachineOf machine_of_sizes>
void first_use(benchmark::State& state) {
  const Machine machine = machine_of_sizes(argument(state, 0), argument(state, 1));
  const std::filesystem::path dir =
      std::filesystem::temp_directory_path() /
      fmt::format("superwarp-benchmark-{}",
                  std::chrono::steady_clock::now().time_since_epoch().count());
  while (state.KeepRunning()) {
    sysc::RtlCache cache(dir);
    benchmark::DoNotOptimize(cache.unit(evaluate::rtl_config(machine)));
    state.PauseTiming();
    std::filesystem::remove_all(dir);
    state.ResumeTiming();
  }
}

/// Use of a configuration that is in the cache. Arguments: w, s.
void from_the_cache(benchmark::State& state) {
  const Machine machine = machine_of(argument(state, 0), argument(state, 1));
  benchmark_cache().unit(evaluate::rtl_config(machine));
  while (state.KeepRunning()) {
    sysc::RtlCache cache;
    benchmark::DoNotOptimize(cache.unit(evaluate::rtl_config(machine)));
  }
}

using Run = void (*)(benchmark::State& state);
using Sizes = std::vector<std::int64_t>;

/// Each is a row for 32 threads and every size of the unit (`size`: s or D), with reads and with
/// half writes.
benchmark::internal::Benchmark* rows(const char* name, Run run, const char* size,
                                     const Sizes& sizes) {
  return benchmark::RegisterBenchmark(name, run)
      ->ArgNames({"w", size, "writes"})
      ->ArgsProduct({{32}, sizes, {0, 50}});
}

template <MachineOf machine>
void bench_rows(const std::string& unit, const char* size, const Sizes& sizes) {
  rows(("systemc_" + unit).c_str(), on_systemc<machine>, size, sizes)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
  rows(("two_threads_" + unit).c_str(), in_two_threads<machine>, size, sizes)
      ->MeasureProcessCPUTime()
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

benchmark::internal::Benchmark* row_once(const char* name, Run run, const char* size) {
  return benchmark::RegisterBenchmark(name, run)
      ->ArgNames({"w", size})
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

const bool registered = [] {
  constexpr MachineOf kStream = overlapping_machine<Rpu::kStream>;
  constexpr MachineOf kPipelined = overlapping_machine<Rpu::kPipelined>;
  constexpr MachineOf kCrossbar = overlapping_machine<Rpu::kCrossbar>;
  rows("bare_unit", bare<machine_of>, "s", {1, 5});
  rows("bare_one_row", bare<one_row_machine>, "s", {1});
  rows("bare_broadcast", bare<broadcast_machine>, "s", {1});
  rows("bare_regions", bare<regions_machine>, "s", {1});
  rows("bare_divided", bare<divided_machine>, "s", {1});
  rows("bare_two_ports", bare<two_port_machine>, "s", {1});
  rows("bare_two_words", bare<two_word_machine>, "s", {1});
  rows("bare_serial", bare<serial_machine>, "s", {5});
  rows("bare_routed", bare<routed_machine>, "s", {1});
  rows("bare_stream", bare<kStream>, "D", {4, 8, 16});
  rows("bare_pipelined", bare<kPipelined>, "D", {4, 8});
  rows("bare_pipelined_shallow", bare<kPipelined, true>, "D", {4});
  rows("bare_small_window", bare<small_window_machine>, "D", {8});
  rows("bare_crossbar", bare<kCrossbar>, "D", {4});
  bench_rows<machine_of>("bench", "s", {1, 5});
  bench_rows<kStream>("stream", "D", {8});
  bench_rows<kPipelined>("pipelined", "D", {4});
  bench_rows<kCrossbar>("crossbar", "D", {4});
  row_once("first_use", first_use<machine_of>, "s")
      ->Args({32, 1})
      ->Args({32, 5})
      ->Args({128, 16})
      ->Iterations(1);
  row_once("first_use_stream", first_use<kStream>, "D")->Args({32, 8})->Iterations(1);
  row_once("first_use_pipelined", first_use<kPipelined>, "D")->Args({32, 4})->Iterations(1);
  row_once("from_the_cache", from_the_cache, "s")->Args({32, 1});
  return true;
}();

}  // namespace
}  // namespace superwarp::test
