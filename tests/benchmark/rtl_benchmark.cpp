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
#include "model/machine/threads.h"
#include "model/reference/machine_words.h"
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

constexpr std::uint64_t kWords = 1U << 15U;  // 1024 rows at w = 32, so that banks do not outgrow the caches

/// The machine of `words`, in which {} is the size: s or D. Of 32 threads unless they say
/// otherwise.
Machine machine_of(const std::string& words, std::int64_t size) {
  Machine machine = model::machine_of(model::words_in(fmt::format(fmt::runtime(words), size)), 32);
  machine.schedule = Schedule::kAsync;
  model::fit(machine, kWords);
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
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address, Word* data) const override {
    const std::uint64_t dispatch = (round * 64 + std::uint64_t{warp} * width() / lanes_) % dispatches_;
    const std::uint64_t lane = std::uint64_t{warp} * width() % lanes_;
    std::copy_n(&address_[dispatch * lanes_ + lane], width(), address);
    if (op_[dispatch] == Op::kWrite) std::copy_n(address, width(), data);
    return op_[dispatch];
  }
  void receive_all(std::uint64_t /*round*/, std::uint32_t /*first*/, std::uint32_t count, const Address* address,
                   const Word* word, Word* register_of) const override {
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
void run_bare(benchmark::State& state, const Machine& machine, std::uint32_t write_percent, bool shallow) {
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
        unit->offer(dispatches[dispatched % dispatches.size()], static_cast<DispatchId>(dispatched));
        ++dispatched;
      }
      unit->falling_edge();
    }
    cycles += 1024;
  }
  unit->idle();
  count_rates(state, cycles, dispatched * machine.lanes());
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

/// First use of a configuration, compiled into an empty cache.
void first_use(benchmark::State& state, const Machine& machine) {
  const std::filesystem::path dir =
      std::filesystem::temp_directory_path() /
      fmt::format("superwarp-benchmark-{}", std::chrono::steady_clock::now().time_since_epoch().count());
  while (state.KeepRunning()) {
    sysc::RtlCache cache(dir);
    benchmark::DoNotOptimize(cache.unit(evaluate::rtl_config(machine)));
    state.PauseTiming();
    std::filesystem::remove_all(dir);
    state.ResumeTiming();
  }
}

/// Every size of a unit (`size`: s or D), with reads and with half writes: run(state, machine,
/// percent of writes).
template <class Run>
benchmark::internal::Benchmark* rows(const std::string& name, const std::string& words, const char* size,
                                     const std::vector<std::int64_t>& sizes, Run run) {
  const auto row = [words, run](benchmark::State& state) {
    run(state, machine_of(words, state.range(1)), argument(state, 2));
  };
  return benchmark::RegisterBenchmark(name.c_str(), row)
      ->ArgNames({"w", size, "writes"})
      ->ArgsProduct({{32}, sizes, {0, 50}});
}

/// The unit alone.
void bare(const std::string& unit, const std::string& words, const char* size, const std::vector<std::int64_t>& sizes,
          bool shallow = false) {
  rows("bare_" + unit, words, size, sizes,
       [shallow](benchmark::State& state, const Machine& machine, std::uint32_t write_percent) {
         run_bare(state, machine, write_percent, shallow);
       });
}

/// On the bench, with the checks in the same thread; and in a second thread: real time, and
/// processor time of both.
void on_the_bench(const std::string& unit, const std::string& words, const char* size,
                  const std::vector<std::int64_t>& sizes) {
  rows("systemc_" + unit, words, size, sizes, run_random)->UseManualTime()->Unit(benchmark::kMillisecond);
  const auto in_two_threads = [](benchmark::State& state, const Machine& machine, std::uint32_t write_percent) {
    benchmark_bench().check_in_second_thread(true);
    run_random(state, machine, write_percent);
    benchmark_bench().check_in_second_thread(false);
  };
  rows("two_threads_" + unit, words, size, sizes, in_two_threads)
      ->MeasureProcessCPUTime()
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

void first_uses(const char* name, const std::string& words, const char* size,
                const std::vector<std::vector<std::int64_t>>& sizes) {
  const auto once = [words](benchmark::State& state) {
    first_use(state, machine_of(fmt::format("{} --width {}", words, state.range(0)), state.range(1)));
  };
  auto* const all = benchmark::RegisterBenchmark(name, once)->ArgNames({"w", size});
  for (const std::vector<std::int64_t>& one : sizes) all->Args(one);
  all->UseRealTime()->Unit(benchmark::kMillisecond)->Iterations(1);
}

const bool registered = [] {
  const std::string packing = "sdmm --super-warp {}";  // with 1 the DMM
  const std::string stream = "sdmm --rpu stream --depth {}";
  const std::string pipelined = "sdmm --rpu pipelined --depth {}";
  const std::string crossbar = "sdmm --rpu crossbar --depth {}";
  bare("unit", packing, "s", {1, 5});
  bare("one_row", "summ --super-warp {}", "s", {1});
  bare("broadcast", "gt200 --width 32", "s", {1});
  bare("regions", packing + " --mapping h3 --regions 8:10101010", "s", {1});
  bare("divided", packing + " --banks 31", "s", {1});
  bare("two_ports", packing + " --ports 2", "s", {1});
  bare("two_words", packing + " --bank-words 2", "s", {1});
  bare("serial", packing + " --rpu serial", "s", {5});
  bare("routed", packing + " --route 20 --latency 21", "s", {1});
  bare("stream", stream, "D", {4, 8, 16});
  bare("pipelined", pipelined, "D", {4, 8});
  bare("pipelined_shallow", pipelined, "D", {4}, true);
  // A window that takes less area (docs/cost.md "A smaller window").
  bare("small_window", pipelined + " --passes 2 --queue 4 --store 4 --later youngest", "D", {8});
  bare("crossbar", crossbar, "D", {4});
  on_the_bench("bench", packing, "s", {1, 5});
  on_the_bench("stream", stream, "D", {8});
  on_the_bench("pipelined", pipelined, "D", {4});
  on_the_bench("crossbar", crossbar, "D", {4});
  first_uses("first_use", packing, "s", {{32, 1}, {32, 5}, {128, 16}});
  first_uses("first_use_stream", stream, "D", {{32, 8}});
  first_uses("first_use_pipelined", pipelined, "D", {{32, 4}});
  return true;
}();

}  // namespace
}  // namespace superwarp::test
