// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>

#include "sysc/rtl_cache.h"
#include "tb/bench.h"

namespace superwarp::test {

/// The one bench of the benchmark program and the user's cache.
tb::Bench& benchmark_bench();
sysc::RtlCache& benchmark_cache();

/// Reports cycles and requests per second.
void count_rates(benchmark::State& state, std::uint64_t cycles, std::uint64_t requests);

/// The ways into the memory unit, in one simulation; their benchmarks run one after another. Must
/// be made before the simulation starts.
std::shared_ptr<void> make_ways();

}  // namespace superwarp::test
