// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>

#include "model/machine/machine.h"
#include "model/reference/machine_check.h"
#include "model/reference/reference_model.h"
#include "sim/workload/workload.h"

/// \file
/// Requests per second of the reference model.

namespace superwarp::test {
namespace {

Machine machine_for(const Program& program, const workload::WorkloadOptions& options,
                    Schedule schedule) {
  Machine machine;
  machine.kind = options.super_warp == 1 ? MachineKind::kDmm : MachineKind::kSdmm;
  machine.width = options.width;
  machine.super_warp = options.super_warp;
  machine.rows = model::rows_covering(program.words(), options.width);
  machine.schedule = schedule;
  return machine;
}

/// Uniform random words of n, w = 32. Arguments: super warp, percent of writes, with data?,
/// asynchronous?, log2 of n.
void random_words(benchmark::State& state) {
  workload::WorkloadOptions options;
  options.size = std::uint64_t{1} << state.range(4);
  options.super_warp = static_cast<std::uint32_t>(state.range(0));
  options.threads = 64 * options.width * options.super_warp;
  options.write_percent = static_cast<std::uint32_t>(state.range(1));
  const auto program = workload::make_workload("random", options);
  const Machine machine =
      machine_for(*program, options, state.range(3) != 0 ? Schedule::kAsync : Schedule::kRounds);
  model::ModelOptions model_options;
  model_options.with_data = state.range(2) != 0;
  std::uint64_t requests = 0;
  while (state.KeepRunning()) {
    model::ReferenceModel model(*program, machine, model_options);
    model.run();
    requests += model.totals().requests;
    benchmark::DoNotOptimize(model.totals().time_units);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
}

BENCHMARK(random_words)
    ->ArgNames({"s", "writes", "data", "async", "log2n"})
    ->ArgsProduct({{1, 5}, {0, 50}, {0, 1}, {0, 1}, {20}})
    ->Args({1, 0, 1, 0, 14})
    ->Args({1, 0, 1, 0, 24})
    ->Unit(benchmark::kMillisecond);

/// Uniform random words of 2^20 through the streaming RPU, w = 32. Arguments: depth, percent of
/// writes, with data?
void streamed_words(benchmark::State& state) {
  workload::WorkloadOptions options;
  options.size = 1U << 20;
  options.threads = 64 * options.width;
  options.write_percent = static_cast<std::uint32_t>(state.range(1));
  const auto program = workload::make_workload("random", options);
  Machine machine = machine_for(*program, options, Schedule::kAsync);
  machine.kind = MachineKind::kSdmm;
  machine.rpu = Rpu::kStream;
  machine.streaming.depth = static_cast<std::uint32_t>(state.range(0));
  model::ModelOptions model_options;
  model_options.with_data = state.range(2) != 0;
  std::uint64_t requests = 0;
  while (state.KeepRunning()) {
    const auto model = model::make_reference(*program, machine, model_options);
    model->run();
    requests += model->totals().requests;
    benchmark::DoNotOptimize(model->totals().time_units);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
}

BENCHMARK(streamed_words)
    ->ArgNames({"depth", "writes", "data"})
    ->ArgsProduct({{4, 8, 16}, {0, 50}, {0, 1}})
    ->Unit(benchmark::kMillisecond);

/// The largest super warp, all of its requests in one bank. Argument: asynchronous?
void all_in_one_bank(benchmark::State& state) {
  workload::WorkloadOptions options;
  options.size = 1U << 20;
  options.width = 128;
  options.super_warp = 16;
  options.threads = 8 * options.width * options.super_warp;
  const auto program = workload::make_workload("all-same-bank", options);
  const Machine machine =
      machine_for(*program, options, state.range(0) != 0 ? Schedule::kAsync : Schedule::kRounds);
  std::uint64_t requests = 0;
  while (state.KeepRunning()) {
    model::ReferenceModel model(*program, machine, {false});
    model.run();
    requests += model.totals().requests;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(requests));
}

BENCHMARK(all_in_one_bank)->ArgName("async")->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace superwarp::test
