#include <benchmark/benchmark.h>

#include <cstdlib>
#include <systemc>

#include "tests/benchmark/benchmark_bench.h"

namespace superwarp {
namespace {

Bench* the_bench = nullptr;

}  // namespace

Bench& benchmark_bench() { return *the_bench; }

RtlCache& benchmark_cache() {
  static RtlCache cache;
  return cache;
}

}  // namespace superwarp

int sc_main(int argc, char* argv[]) {
  superwarp::Bench bench;
  superwarp::the_bench = &bench;
  benchmark::AddCustomContext("bench and model", SUPERWARP_HOST_TOOLS);
  benchmark::AddCustomContext("memory unit", superwarp::benchmark_cache().tools({}));
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
