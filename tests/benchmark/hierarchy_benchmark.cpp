// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "model/reference/random.h"
#include "sim/run/evaluation.h"
#include "sim/workload/workload.h"
#include "sysc/rtl_cache.h"
#include "tb/bench.h"
#include "tests/benchmark/benchmark_bench.h"

/// \file
/// Cycles and requests per second of the hierarchical machine on the SystemC bench.

namespace superwarp::test {
namespace {

/// Keeps all memories, of `rows` rows each, busy: every multiprocessor's warps read by turns a row
/// of global memory and uniform random words of shared memory.
class GlobalAndShared final : public Program {
 public:
  GlobalAndShared(const Machine& machine, std::uint32_t rows)
      : Program(machine.width, kWarps * machine.multiprocessors() * machine.width),
        multiprocessors_(machine.multiprocessors()),
        words_(std::uint64_t{rows} * machine.width),
        global_(words_),
        address_(std::size_t{kDispatches} * machine.width) {
    for (std::size_t i = 0; i < address_.size(); ++i) address_[i] = model::uniform_at(1, i, words_);
  }
  [[nodiscard]] std::uint32_t blocks() const override { return multiprocessors_; }
  [[nodiscard]] std::uint64_t rounds() const override { return 400; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  [[nodiscard]] const Image* global() const override { return &global_; }
  [[nodiscard]] Space space(std::uint64_t round, std::uint32_t /*warp*/) const override {
    return round % 2 == 0 ? Space::kGlobal : Space::kShared;
  }
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* /*data*/) const override {
    const std::uint64_t dispatch = round / 2 * warps() + warp;
    if (round % 2 == 0) {
      for (std::uint32_t i = 0; i < width(); ++i) address[i] = static_cast<Address>((dispatch * width() + i) % words_);
    } else {
      std::copy_n(&address_[dispatch % kDispatches * width()], width(), address);
    }
    return Op::kRead;
  }

 private:
  class GlobalWords final : public Image {
   public:
    explicit GlobalWords(std::uint64_t words) : words_(words) {}
    [[nodiscard]] std::uint64_t words() const override { return words_; }

   private:
    std::uint64_t words_;
  };
  static constexpr std::uint32_t kWarps = 64;  // of a multiprocessor
  static constexpr std::uint32_t kDispatches = 1U << 10U;
  std::uint32_t multiprocessors_;
  std::uint64_t words_;
  GlobalWords global_;
  std::vector<Address> address_;
};

/// The hierarchical machine on the bench: a cycle is one of all its memories.
void run_hierarchy(benchmark::State& state, Machine machine, const Program& program) {
  model::fit(machine, program);
  const std::uint32_t d = machine.multiprocessors();
  const Machine shared = memory_of(machine, 0);
  const Machine global = memory_of(machine, d);
  const auto shared_mapping = model::make_mapping(shared);
  const auto global_mapping = model::make_mapping(global);
  std::vector<tb::BenchMemory> memories;
  for (const auto& unit : benchmark_cache().units(evaluate::rtl_config(shared), d))
    memories.push_back({unit, shared_mapping.get()});
  sysc::RtlConfig with_ports = evaluate::rtl_config(global);
  with_ports.ports = d;
  memories.push_back({benchmark_cache().unit(with_ports), global_mapping.get()});
  run_on_bench(state, machine, program, [&](const tb::BenchOptions& options) {
    return benchmark_bench().run(memories, machine, program, options);
  });
}

Machine hierarchical_machine(benchmark::State& state) {
  Machine machine;
  machine.width = argument(state, 1);
  machine.schedule = Schedule::kAsync;
  machine.hierarchy = Hierarchy{argument(state, 0), 100};
  machine.latency = 1;
  return machine;
}

/// All memories busy in all time units. RTL, model and checker each keep the words of five
/// memories, which may or may not fit in a core's second-level cache. Arguments: d, w, rows of
/// each.
void systemc_hierarchy_full(benchmark::State& state) {
  const Machine machine = hierarchical_machine(state);
  run_hierarchy(state, machine, GlobalAndShared(machine, argument(state, 2)));
}

/// A transpose through naive tiles, 32 warps a multiprocessor. Arguments: d, w.
void systemc_hierarchy(benchmark::State& state) {
  const Machine machine = hierarchical_machine(state);
  workload::WorkloadOptions options;
  options.size = 512;
  options.width = machine.width;
  options.multiprocessors = machine.multiprocessors();
  options.threads = 32 * machine.width * machine.multiprocessors();
  run_hierarchy(state, machine, *workload::make_workload("hmm-transpose-naive", options));
}

BENCHMARK(systemc_hierarchy)->ArgNames({"d", "w"})->Args({4, 32})->UseManualTime()->Unit(benchmark::kMillisecond);
BENCHMARK(systemc_hierarchy_full)
    ->ArgNames({"d", "w", "rows"})
    ->ArgsProduct({{4}, {32}, {256, 1024}})
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace superwarp::test
