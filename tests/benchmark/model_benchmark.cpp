// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>

#include "model/machine/machine.h"
#include "model/reference/machine_check.h"
#include "model/reference/model.h"
#include "sim/workload/workload.h"

/// \file
/// Requests per second of the reference model.

namespace superwarp::test {
namespace {

/// Uniform random words of n, w = 32, on `machine`.
void run_model(benchmark::State& state, Machine machine, std::int64_t log2n, std::int64_t write_percent,
               bool with_data) {
  workload::WorkloadOptions options;
  options.size = std::uint64_t{1} << log2n;
  options.super_warp = machine.super_warp;
  options.threads = 64 * machine.lanes();
  options.write_percent = static_cast<std::uint32_t>(write_percent);
  const auto program = workload::make_workload("random", options);
  machine.rows = model::rows_covering(program->words(), machine.width);
  std::uint64_t requests = 0;
  while (state.KeepRunning()) {
    const auto model = model::make_reference(*program, machine, {with_data});
    model->run();
    requests += model->totals().requests;
    benchmark::DoNotOptimize(model->totals().time_units);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
}

/// Arguments: super warp, percent of writes, with data?, asynchronous?, log2 of n.
void random_words(benchmark::State& state) {
  Machine machine;
  machine.super_warp = static_cast<std::uint32_t>(state.range(0));
  machine.kind = machine.super_warp == 1 ? MachineKind::kDmm : MachineKind::kSdmm;
  machine.schedule = state.range(3) != 0 ? Schedule::kAsync : Schedule::kRounds;
  run_model(state, machine, state.range(4), state.range(1), state.range(2) != 0);
}

BENCHMARK(random_words)
    ->ArgNames({"s", "writes", "data", "async", "log2n"})
    ->ArgsProduct({{1, 5}, {0, 50}, {0, 1}, {0, 1}, {20}})
    ->Args({1, 0, 1, 0, 14})
    ->Args({1, 0, 1, 0, 24})
    ->Unit(benchmark::kMillisecond);

/// Through the streaming RPU, n = 2^20. Arguments: depth, percent of writes, with data?
void streamed_words(benchmark::State& state) {
  Machine machine;
  machine.kind = MachineKind::kSdmm;
  machine.schedule = Schedule::kAsync;
  machine.rpu = Rpu::kStream;
  machine.streaming.depth = static_cast<std::uint32_t>(state.range(0));
  run_model(state, machine, 20, state.range(1), state.range(2) != 0);
}

BENCHMARK(streamed_words)
    ->ArgNames({"depth", "writes", "data"})
    ->ArgsProduct({{4, 8, 16}, {0, 50}, {0, 1}})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace superwarp::test
