// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <ctime>

#include "sysc/simulation.h"
#include "tests/benchmark/benchmark_bench.h"

namespace superwarp::test {
namespace {

tb::Bench* the_bench = nullptr;
sysc::RtlCache* the_cache = nullptr;

}  // namespace

tb::Bench& benchmark_bench() { return *the_bench; }

sysc::RtlCache& benchmark_cache() { return *the_cache; }

std::uint32_t argument(const benchmark::State& state, std::size_t index) {
  return static_cast<std::uint32_t>(state.range(index));
}

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void count_rates(benchmark::State& state, std::uint64_t cycles, std::uint64_t requests) {
  const auto rate = [](std::uint64_t count) {
    return benchmark::Counter(static_cast<double>(count), benchmark::Counter::kIsRate);
  };
  state.counters["cycles/s"] = rate(cycles);
  state.counters["requests/s"] = rate(requests);
}

}  // namespace superwarp::test

int main(int argc, char* argv[]) {
  superwarp::sysc::simulation();  // before the ways make modules of their own
  superwarp::tb::Bench bench;
  bench.check_in_second_thread(false);
  superwarp::test::the_bench = &bench;
  // Not static: at exit the units' libraries lose their run time before the program's statics are
  // destroyed.
  superwarp::sysc::RtlCache cache;
  superwarp::test::the_cache = &cache;
  const auto ways = superwarp::test::make_ways();
  benchmark::AddCustomContext("bench and model", SUPERWARP_HOST_TOOLS);
  benchmark::AddCustomContext("memory unit", superwarp::test::benchmark_cache().tools({}));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
