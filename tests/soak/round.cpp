// SPDX-License-Identifier: Apache-2.0
#include "tests/soak/round.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <stdexcept>
#include <vector>

#include "model/machine/program.h"
#include "model/machine/shape.h"
#include "model/reference/coalescer.h"
#include "model/reference/mapping.h"
#include "sim/description/data_files.h"
#include "sim/traceg/block.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tb/coalescer_driver.h"
#include "tests/bench/mixed_traffic.h"
#include "tests/bench/stubborn_unit.h"
#include "tests/lanes/lanes.h"
#include "tests/model/hierarchical_program.h"
#include "tools/gt200/patterns.h"
#include "tools/gt200/text_procedure.h"

namespace superwarp::soak {
namespace {

constexpr std::uint32_t kBuiltWords = 1U << 18U;  ///< of the smallest memory that is built

std::uint32_t draw_latency(Draw& draw) {
  switch (draw.below(8)) {
    case 0:
      return sysc::kMaxLatency - draw.below(3);
    case 1:
      return 1 + draw.below(sysc::kMaxLatency);
    case 2:
      return 1;
    default:
      return 1 + draw.below(40);
  }
}

/// Fits `machine` to a program, and draws in which of its rows the mapping is on.
template <typename P>
void fit_and_draw_regions(Draw& draw, Machine& machine, const P& program) {
  model::fit(machine, program);
  for (auto on : machine.regions.on) on = draw.one_in(2);
  for (auto& [first, rows] : machine.regions.table) {
    first = draw.below(static_cast<std::uint32_t>(machine.rows));
    rows = draw.below(static_cast<std::uint32_t>(machine.rows - first) + 1);
  }
}

/// Few rounds of many warps, or many rounds of few.
struct Traffic {
  test::MixedTraffic::Options options;
  std::uint32_t blocks = 1;
};

Traffic draw_traffic(Draw& draw, const Machine& machine) {
  constexpr std::uint32_t kMostRequests = 1U << 20U;
  constexpr std::uint32_t kMostWaiting = 1U << 21U;  // time units, with few warps and long latency
  Traffic traffic;
  test::MixedTraffic::Options& options = traffic.options;
  options.width = machine.width;
  options.super_warp = machine.super_warp;
  traffic.blocks = draw.one_in(3) ? 2 + draw.below(6) : 1;
  options.warps = machine.super_warp * (1 + draw.below(draw.one_in(2) ? 6 : 48));
  const std::uint32_t most_rows = kBuiltWords / machine.width / traffic.blocks;
  options.rows = 1 + draw.below(draw.one_in(4) ? most_rows : 64);
  const std::uint32_t round = options.warps * traffic.blocks * machine.width;
  const std::uint32_t most_rounds = std::min(kMostRequests / round, kMostWaiting / machine.latency);
  options.rounds = 1 + draw.below(std::max(4U, most_rounds));
  options.seed = draw.word();
  return traffic;
}

std::unique_ptr<Program> make(const Traffic& traffic, std::uint64_t most_rounds) {
  test::MixedTraffic::Options options = traffic.options;
  options.rounds = std::min(options.rounds, most_rounds);
  auto program = std::make_unique<test::MixedTraffic>(options);
  if (traffic.blocks == 1) return program;
  return std::make_unique<ResidentBlocks>(std::move(program), traffic.blocks, options.super_warp);
}

sysc::RtlConfig config_of(const Laboratory& laboratory, const MemoryBuild& build) {
  sysc::RtlConfig config;
  config.rtl_dir = laboratory.rtl_dir;
  config.shallow = build.shallow;
  return config;
}

/// Drives the port while the unit is not ready. With `stalls` there is no reference, because late
/// dispatches follow no schedule of the specification: only the laws of every order are checked.
Outcome on_a_stubborn_port(const Laboratory& laboratory, const MemoryBuild& build, const Machine& machine,
                           const Program& program, std::uint32_t stalls, std::uint64_t seed, const std::string& waves) {
  const sysc::RtlConfig config = evaluate::rtl_config(machine, config_of(laboratory, build));
  const auto unit = std::make_shared<test::StubbornUnit>(laboratory.cache.unit(config), machine.lanes(), stalls, seed);
  const auto mapping = model::make_mapping(machine);
  const auto reference = model::make_reference(program, machine);
  tb::BenchOptions options;
  options.waves = waves;
  if (stalls == 0) options.reference = reference.get();
  const tb::BenchResult result = laboratory.bench.run(unit, machine, *mapping, program, options);
  Outcome outcome;
  outcome.requests = result.requests;
  if (result.disagreement) outcome.disagreement = result.disagreement->text;
  return outcome;
}

Outcome evaluated(const Laboratory& laboratory, const MemoryBuild& build, const Machine& machine,
                  const Program& program, std::optional<std::uint64_t> closed, const std::string& waves) {
  evaluate::Evaluator evaluator(laboratory.bench, laboratory.cache, config_of(laboratory, build));
  evaluate::EvaluationOptions options;
  options.closed = closed;
  options.waves = waves;
  options.waves_on_disagreement = "";
  const evaluate::Evaluation evaluation = evaluator.evaluate(program, machine, options);
  Outcome outcome;
  outcome.requests = evaluation.rtl->requests;
  outcome.disagreement = evaluation.disagreement;
  return outcome;
}

/// A workload of any allowed size that fits the smallest memory that is built.
std::unique_ptr<Program> draw_workload(Draw& draw, const Machine& machine, std::optional<std::uint64_t>& closed,
                                       std::string& what) {
  const std::vector<workload::WorkloadInfo> all = workload::workloads();
  for (;;) {
    const workload::WorkloadInfo& info = all[draw.below(static_cast<std::uint32_t>(all.size()))];
    workload::WorkloadOptions options;
    options.width = machine.width;
    options.banks = machine.banks;
    options.super_warp = machine.super_warp;
    options.threads = machine.lanes() * (1U << draw.below(5));
    const std::uint32_t most = info.matrix ? 128 : 1U << 14U;
    options.size = draw.one_in(4) ? 1 + draw.below(most) : most >> draw.below(8);
    options.seed = draw.word();
    if (info.name == "random") options.write_percent = draw.below(101);
    std::unique_ptr<Program> program;
    try {
      program = workload::make_workload(info.name, options);
    } catch (const std::invalid_argument&) {
      continue;  // the workload does not allow this size or number of threads
    }
    constexpr std::uint64_t kMostAccesses = 1U << 20U;
    if (program->words() > kBuiltWords || program->rounds() * program->threads() > kMostAccesses) continue;
    closed = workload::closed_form(info.name, options.size, options.threads, machine);
    what = fmt::format("{} of size {}, {} threads{}", info.name, options.size, options.threads,
                       closed ? ", closed form" : "");
    return program;
  }
}

/// Random programs on several memories: as many as the time of a round allows.
Outcome on_several_memories(const Laboratory& laboratory, const MemoryBuild& build, Draw& draw,
                            const std::string& waves) {
  constexpr std::uint32_t kPrograms = 200;
  Outcome outcome;
  outcome.kind = "memories";
  std::mt19937_64 random(draw.word());
  std::uint32_t programs = 0;
  for (; programs < kPrograms && outcome.disagreement.empty(); ++programs) {
    Machine machine = build.machine;
    machine.latency = 1 + draw.below(draw.one_in(4) ? 100 : 12);
    machine.hierarchy->latency = 1 + draw.below(draw.one_in(4) ? 200 : 20);
    machine.schedule = draw.one_in(3) ? Schedule::kRounds : Schedule::kAsync;
    machine.seed = draw.word();
    const auto program = test::random_hierarchical_trace(machine, random);
    fit_and_draw_regions(draw, machine, program);
    const Outcome one = evaluated(laboratory, build, machine, program, {}, waves);
    outcome.requests += one.requests;
    outcome.disagreement = one.disagreement;
  }
  outcome.what = fmt::format("{} programs", programs);
  return outcome;
}

Outcome run(const Laboratory& laboratory, const MemoryBuild& build, Draw& draw, std::uint64_t most_rounds,
            const std::string& waves) {
  if (build.machine.hierarchy) return on_several_memories(laboratory, build, draw, waves);
  Machine machine = build.machine;
  machine.latency = std::min(route_stages(machine) + draw_latency(draw), sysc::kMaxLatency);
  machine.schedule = draw.one_in(3) ? Schedule::kRounds : Schedule::kAsync;
  machine.seed = draw.word();
  const std::uint32_t kind = draw.below(8);
  const auto run_in = [&](const std::string& name) {
    return fmt::format("latency {}, {}, {}", machine.latency,
                       machine.schedule == Schedule::kRounds ? "rounds" : "async", name);
  };
  Outcome outcome;
  if (kind < 2) {
    std::optional<std::uint64_t> closed;
    std::string what;
    const auto program = draw_workload(draw, machine, closed, what);
    fit_and_draw_regions(draw, machine, program->words());
    outcome = evaluated(laboratory, build, machine, *program, closed, waves);
    outcome.kind = "workload";
    outcome.what = run_in(what);
    return outcome;
  }
  const Traffic traffic = draw_traffic(draw, machine);
  const auto program = make(traffic, most_rounds);
  fit_and_draw_regions(draw, machine, program->words());
  if (kind < 4) {
    const std::uint32_t stalls = kind == 2 ? 1 + draw.below(14) : 0;
    outcome = on_a_stubborn_port(laboratory, build, machine, *program, stalls, draw.word(), waves);
    outcome.kind = stalls != 0 ? "stalled" : "stubborn";
  } else {
    outcome = evaluated(laboratory, build, machine, *program, {}, waves);
    outcome.kind = "traffic";
  }
  outcome.what = run_in(fmt::format("{} rounds of {} blocks of {} warps on {} rows", program->rounds(), traffic.blocks,
                                    traffic.options.warps, traffic.options.rows));
  return outcome;
}

Outcome run(const Laboratory& laboratory, const LaneBuild& build, Draw& draw, std::uint64_t /*most_rounds*/,
            const std::string& /*waves*/) {
  LaneBuild config = build;
  config.rtl_dir = laboratory.rtl_dir;
  const std::uint64_t key = draw.word();
  const std::uint32_t latency = draw_latency(draw);
  test::Lanes lanes(laboratory.cache, config, latency, key);
  std::vector<std::uint64_t> numbers(1U << (8 + draw.below(8)));
  for (std::uint64_t& number : numbers) number = draw.word();
  const std::uint32_t pattern = draw.below(test::kRequestKinds);
  const std::uint32_t writes = draw.below(9);
  const std::uint32_t offers = draw.below(test::kStallKinds);
  const std::uint32_t takes = draw.below(test::kStallKinds);
  const std::uint64_t seed = draw.below(1U << 20U);
  const tb::LaneRun run = lanes.run(
      {test::requests_of(config, numbers, pattern, writes), test::stalls(offers, seed), test::stalls(takes, seed + 1)},
      std::uint64_t{1} << 26U);
  return {
      "lanes",
      fmt::format("latency {}, pattern {}, writes {}/8, offers {}, takes {}", latency, pattern, writes, offers, takes),
      lanes.counts().requests, run.failure.value_or("")};
}

Outcome run(const Laboratory& laboratory, const GpuBuild& build, Draw& draw, std::uint64_t /*most_rounds*/,
            const std::string& /*waves*/) {
  evaluate::Evaluator evaluator(laboratory.bench, laboratory.cache, config_of(laboratory, MemoryBuild{}));
  const gpu::Description gpu = gpu::read_description(description::gpu_file(build.gpu));
  // A recording has warps of 32 lanes.
  const bool records = gpu.wave == traceg::kWarpThreads && draw.one_in(2);
  return records ? on_a_recording(gpu, evaluator, draw) : on_gpu_accesses(gpu, evaluator, draw);
}

Outcome run(const Laboratory& laboratory, const CoalescerBuild& /*build*/, Draw& draw, std::uint64_t /*most_rounds*/,
            const std::string& /*waves*/) {
  constexpr std::uint64_t kAccesses = 20000;
  Outcome outcome;
  outcome.kind = "coalescer";
  const std::uint64_t seed = draw.word();
  std::vector<HalfWarpAccess> accesses;
  for (std::uint64_t i = 0; i < kAccesses; ++i) {
    accesses.push_back(gt200::random_half_warp_access(seed, i));
    const auto& address = accesses.back().address;
    outcome.requests +=
        address.size() - static_cast<std::uint64_t>(std::count(address.begin(), address.end(), kInactive));
  }
  const std::uint32_t stalls = draw.below(15);
  outcome.what = fmt::format("{} half-warps, {}/16 stalls", kAccesses, stalls);
  const tb::CoalescerRun run = tb::run_coalescer(*laboratory.cache.coalescer(laboratory.rtl_dir), accesses,
                                                 [&] { return draw.below(16) >= stalls; });
  if (run.failure) outcome.disagreement = *run.failure;
  for (std::size_t i = 0; i < accesses.size() && outcome.disagreement.empty(); ++i) {
    const auto transactions = model::coalesce(accesses[i]);
    if (run.transactions[i] == transactions && gt200::text_transactions(accesses[i]) == transactions) continue;
    outcome.disagreement = fmt::format("transactions of half-warp {}", i);
  }
  return outcome;
}

}  // namespace

Outcome run_round(const Laboratory& laboratory, const Build& build, std::uint64_t seed, std::uint64_t most_rounds,
                  const std::string& waves) {
  Draw draw(seed);
  return std::visit([&](const auto& one) { return run(laboratory, one, draw, most_rounds, waves); }, build);
}

}  // namespace superwarp::soak
