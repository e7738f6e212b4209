// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "sim/permutation/named_permutations.h"
#include "sim/permutation/schedule.h"

/// \file
/// Time to schedule a permutation offline: the edge colouring, words per second.

namespace superwarp::test {
namespace {

permutation::Permutation random_permutation(std::uint64_t n, std::uint32_t width) {
  return permutation::named_permutations().front().make({n, width, 1});
}

/// Arguments: n, w. n/w a power of two takes Euler splits only; 2^15 - 1 is odd at every level, and
/// takes a matching at every part.
void conflict_free_schedule(benchmark::State& state) {
  const auto width = static_cast<std::uint32_t>(state.range(1));
  const permutation::Permutation permutation =
      random_permutation(static_cast<std::uint64_t>(state.range(0)), width);
  while (state.KeepRunning()) {
    benchmark::DoNotOptimize(permutation::conflict_free_order(permutation, width));
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// Arguments: n = w^(2^k), w.
void umm_schedule(benchmark::State& state) {
  const auto width = static_cast<std::uint32_t>(state.range(1));
  const permutation::Permutation permutation =
      random_permutation(static_cast<std::uint64_t>(state.range(0)), width);
  while (state.KeepRunning()) benchmark::DoNotOptimize(permutation::umm_phases(permutation, width));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(conflict_free_schedule)
    ->ArgNames({"n", "w"})
    ->Args({1 << 20, 32})
    ->Args({(1 << 20) - 32, 32})
    ->Args({1 << 20, 1024})
    ->Args({std::int64_t{1023} * 1024, 1024})
    ->Args({1 << 24, 32})
    ->Args({std::int64_t{3} * 65536, 65536})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(umm_schedule)
    ->ArgNames({"n", "w"})
    ->Args({1 << 20, 1024})
    ->Args({1 << 20, 32})
    ->Args({1 << 16, 4})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace superwarp::test
