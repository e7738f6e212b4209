#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <vector>

#include "sim/model/machine_check.h"
#include "sim/model/reference_model.h"
#include "sim/workload/workload.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"
#include "tb/transaction/threads.h"
#include "tests/benchmark/benchmark_bench.h"

/// \file
/// Cycles and requests per second of the Verilated RTL: bare, and on the SystemC bench with the scoreboard on.

namespace superwarp {
namespace {

constexpr std::uint64_t kWords = 1U << 15U;  // 1024 rows at w = 32, so that banks do not outgrow the caches
constexpr std::uint32_t kDispatches = 1U << 12U;

Machine machine_of(std::uint32_t width, std::uint32_t super_warp) {
  Machine machine;
  machine.kind = super_warp == 1 ? MachineKind::kDmm : MachineKind::kSdmm;
  machine.width = width;
  machine.super_warp = super_warp;
  machine.schedule = Schedule::kAsync;
  machine.rows = kWords / width;
  return machine;
}

RtlConfig config_of(const Machine& machine) {
  RtlConfig config;
  config.width = machine.width;
  config.super_warp = machine.super_warp;
  config.min_rows = machine.rows;
  return config;
}

std::unique_ptr<Program> uniform_random(const Machine& machine, std::uint64_t write_percent,
                                        std::uint64_t dispatches_per_super_warp) {
  WorkloadOptions options;
  options.size = kWords;
  options.width = machine.width;
  options.super_warp = machine.super_warp;
  options.threads = 64 * machine.lanes();
  options.write_percent = static_cast<std::uint32_t>(write_percent);
  if (dispatches_per_super_warp > 0) options.size = kWords;
  return make_workload("random", options);
}

void rates(benchmark::State& state, std::uint64_t cycles, std::uint64_t requests) {
  state.counters["cycles/s"] = benchmark::Counter(static_cast<double>(cycles), benchmark::Counter::kIsRate);
  state.counters["requests/s"] = benchmark::Counter(static_cast<double>(requests), benchmark::Counter::kIsRate);
}

/// The unit alone: dispatches prepared beforehand, offered as soon as it is ready. Arguments: w, s, percent of writes.
void bare_unit(benchmark::State& state) {
  const Machine machine = machine_of(static_cast<std::uint32_t>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  const auto unit = benchmark_cache().unit(config_of(machine));
  const auto program = uniform_random(machine, static_cast<std::uint64_t>(state.range(2)), 0);
  Threads threads(*program, machine);
  std::vector<Dispatch> dispatches;
  for (std::uint32_t g = 0; dispatches.size() < kDispatches; g = (g + 1) % threads.super_warps()) {
    if (!threads.prepare(g)) break;
    threads.dispatch(g, dispatches.emplace_back());
    threads.complete(g);
  }
  unit->reset(machine.latency);
  std::uint64_t cycles = 0;
  std::uint64_t dispatched = 0;
  while (state.KeepRunningBatch(1024)) {
    for (int i = 0; i < 1024; ++i) {
      unit->rising_edge();
      if (unit->outputs().dispatch_ready) unit->drive(dispatches[dispatched++ % dispatches.size()]);
      unit->falling_edge();
    }
    cycles += 1024;
  }
  unit->idle();
  rates(state, cycles, dispatched * machine.lanes());
}

/// The whole bench: SystemC clock, warp scheduler, monitor, and the scoreboard against the reference model.
/// Arguments: w, s, percent of writes.
void systemc_bench(benchmark::State& state) {
  const Machine machine = machine_of(static_cast<std::uint32_t>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  const auto unit = benchmark_cache().unit(config_of(machine));
  const auto program = uniform_random(machine, static_cast<std::uint64_t>(state.range(2)), 0);
  std::uint64_t cycles = 0;
  std::uint64_t requests = 0;
  while (state.KeepRunning()) {
    ReferenceModel reference(*program, machine);
    BenchOptions options;
    options.reference = &reference;
    const BenchResult result = benchmark_bench().run(unit, machine, *program, options);
    if (result.disagreement) {
      state.SkipWithError(result.disagreement->c_str());
      return;
    }
    state.SetIterationTime(result.seconds);
    cycles += result.cycles;
    requests += result.requests;
  }
  rates(state, cycles, requests);
}

/// First use of a configuration, compiled into an empty cache. Arguments: w, s.
void first_use(benchmark::State& state) {
  const Machine machine = machine_of(static_cast<std::uint32_t>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  const std::filesystem::path dir =
      std::filesystem::temp_directory_path() / fmt::format("superwarp-benchmark-{}", std::chrono::steady_clock::now().time_since_epoch().count());
  while (state.KeepRunning()) {
    RtlCache cache(dir);
    benchmark::DoNotOptimize(cache.unit(config_of(machine)));
    state.PauseTiming();
    std::filesystem::remove_all(dir);
    state.ResumeTiming();
  }
}

/// The same when it is in the cache.
void from_the_cache(benchmark::State& state) {
  const Machine machine = machine_of(static_cast<std::uint32_t>(state.range(0)), static_cast<std::uint32_t>(state.range(1)));
  benchmark_cache().unit(config_of(machine));
  while (state.KeepRunning()) {
    RtlCache cache(RtlCache::default_dir());
    benchmark::DoNotOptimize(cache.unit(config_of(machine)));
  }
}

BENCHMARK(bare_unit)->ArgNames({"w", "s", "writes"})->ArgsProduct({{32}, {1, 5}, {0, 50}})->UseRealTime();
BENCHMARK(systemc_bench)
    ->ArgNames({"w", "s", "writes"})
    ->ArgsProduct({{32}, {1, 5}, {0, 50}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(first_use)->ArgNames({"w", "s"})->Args({32, 1})->Args({32, 5})->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(from_the_cache)->ArgNames({"w", "s"})->Args({32, 1})->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace superwarp
