// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "model/reference/model.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp::test {

/// The one bench of the benchmark program and the user's cache.
tb::Bench& benchmark_bench();
sysc::RtlCache& benchmark_cache();

/// Argument number `index` of the benchmark.
std::uint32_t argument(const benchmark::State& state, std::size_t index);

/// Reports cycles and requests per second.
void count_rates(benchmark::State& state, std::uint64_t cycles, std::uint64_t requests);

/// Processor time of this thread, which does not depend on the machine's other load.
double cpu_seconds();

/// Times run(options), which takes `program` through the bench: SystemC clock, warp scheduler,
/// statistics, the lawful checker, and the timed one against the reference model.
template <class Run>
void run_on_bench(benchmark::State& state, const Machine& machine, const Program& program, Run run) {
  std::uint64_t cycles = 0;
  std::uint64_t requests = 0;
  while (state.KeepRunning()) {
    const auto reference = model::make_reference(program, machine);
    tb::BenchOptions options;
    options.reference = reference.get();
    const double start = cpu_seconds();
    const tb::BenchResult result = run(options);
    if (result.disagreement) {
      state.SkipWithError(result.disagreement->text.c_str());
      return;
    }
    state.SetIterationTime(cpu_seconds() - start);
    cycles += result.cycles;
    requests += result.requests;
  }
  count_rates(state, cycles, requests);
}

/// The ways into the memory unit, in one simulation; their benchmarks run one after another. Must
/// be made before the simulation starts.
std::shared_ptr<void> make_ways();

}  // namespace superwarp::test
