// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bench_fixture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <systemc>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/mapping.h"
#include "sim/run/rtl_config.h"
#include "sim/trace/trace_program.h"
#include "sim/trace/write_trace.h"
#include "tests/bench/choosing_cache.h"
#include "tests/model/machines.h"

namespace superwarp {

void PrintTo(const Machine& machine, std::ostream* out) {
  const MachineInfo& info = machine_info(machine.kind);
  std::string name = fmt::format("{}_w{}_s{}", info.name, machine.width, machine.super_warp);
  if (machine.rpu == Rpu::kSerial)
    name += fmt::format("_serial{}", rpu_value(machine.rpu, machine.streaming, "intake"));
  if (route_stages(machine) > 0) name += fmt::format("_route{}", route_stages(machine));
  if (machine.overlaps())
    name += fmt::format("_{}{}", rpu_info(machine.rpu).name, machine.streaming.depth);
  if (machine.mapping != info.mapping) name += "_" + machine.mapping;
  *out << test::test_name(name);
}

namespace test {
namespace {

tb::Bench* the_bench = nullptr;
ChoosingCache* the_cache = nullptr;

std::string environment(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0' ? value : otherwise;
}

}  // namespace

tb::Bench& bench() { return *the_bench; }

sysc::RtlConfig rtl_under_test() {
  sysc::RtlConfig config;
  config.rtl_dir = environment("SUPERWARP_TEST_RTL", "");
  return config;
}

sysc::RtlCache& cache() { return *the_cache; }

void share_units(const std::vector<Machine>& machines) {
  if (!rtl_under_test().rtl_dir.empty()) return;
  std::vector<sysc::RtlConfig> configs;
  for (const Machine& machine : machines) configs.push_back(evaluate::rtl_config(machine));
  the_cache->share(configs);
}

Machine machine_of(MachineKind kind, std::uint32_t width, std::uint32_t super_warp,
                   std::uint32_t latency, Schedule schedule) {
  Machine machine = model::make_machine(kind, width, latency, super_warp, schedule, 0);
  machine.mapping = machine_info(kind).mapping;
  return machine;
}

Machine overlapping(Rpu rpu, std::uint32_t width, const Streaming& streaming,
                    std::uint32_t latency) {
  Machine machine = machine_of(MachineKind::kSdmm, width, 1, latency);
  machine.rpu = rpu;
  machine.streaming = streaming;
  return machine;
}

Streaming small_window(Streaming streaming, std::uint32_t queue, std::uint32_t store, Later later) {
  streaming.others = {
      {"queue", queue}, {"store", store}, {"later", static_cast<std::uint32_t>(later)}};
  return streaming;
}

Machine serial(std::uint32_t width, std::uint32_t super_warp, std::uint32_t intake) {
  Machine machine = machine_of(MachineKind::kSdmm, width, super_warp);
  machine.rpu = Rpu::kSerial;
  machine.streaming.others["intake"] = intake;
  return machine;
}

Machine routed(Machine machine, std::uint32_t stages) {
  machine.streaming.others["route"] = stages;
  return machine;
}

Machine two_ports(Machine machine) {
  machine.ports = 2;
  return machine;
}

Machine two_words(Machine machine, std::uint32_t banks) {
  machine.banks = 2 * banks;
  machine.bank_words = 2;
  return machine;
}

Machine mapped(Machine machine, const std::string& mapping) {
  machine.mapping = mapping;
  return machine;
}

trace::Trace figure_four() {
  trace::Trace trace;
  trace.add(0, 0, Op::kRead, {16, 21, 4, 15});
  trace.add(0, 1, Op::kRead, {9, 3, 11, 19});
  trace.add(0, 2, Op::kRead, {2, 7, 23, 0});
  return trace;
}

std::string test_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return text;
}

const char* schedule_name(Schedule schedule) {
  return schedule == Schedule::kRounds ? "rounds" : "async";
}

evaluate::Evaluation evaluate(const Program& program, Machine machine,
                              std::optional<std::uint64_t> closed, bool shallow) {
  model::fit(machine, program);
  sysc::RtlConfig rtl = rtl_under_test();
  rtl.shallow = shallow;
  evaluate::Evaluator evaluator(bench(), cache(), rtl);
  evaluate::EvaluationOptions options;
  options.closed = closed;
  options.waves_on_disagreement = "";
  return evaluator.evaluate(program, machine, options);
}

std::string keep_failure(const trace::Trace& trace, const Machine& machine, const std::string& name,
                         bool shallow) {
  namespace fs = std::filesystem;
  const fs::path dir = environment("SUPERWARP_TEST_FAILURES", ".");
  fs::create_directories(dir);
  const std::string file = fs::absolute(dir / (name + ".trace"));
  const std::string waves = fs::absolute(dir / (name + ".fst"));
  trace::write_trace_file(trace, file);

  const trace::TraceProgram program(trace);
  Machine fitted = machine;
  model::fit(fitted, trace.words());
  sysc::RtlConfig rtl = rtl_under_test();
  rtl.shallow = shallow;
  evaluate::Evaluator evaluator(bench(), cache(), rtl);
  evaluate::EvaluationOptions options;
  options.waves = waves;
  const evaluate::Evaluation again = evaluator.evaluate(program, fitted, options);

  std::string command = fmt::format("superwarp replay {} --latency {} --schedule {}", file,
                                    machine.latency, schedule_name(machine.schedule));
  command += fmt::format(" --machine {}", machine_info(machine.kind).name);
  if (machine.rpu != Rpu::kBatch) {
    command += fmt::format(" --rpu {}", rpu_info(machine.rpu).name);
    for (const RpuOption& option : stated_options(machine.rpu, machine.streaming))
      command += fmt::format(" --{} {}", option.name, typed(option, machine.streaming));
  }
  if (machine.whole_banks() != machine.width)
    command += fmt::format(" --banks {}", machine.whole_banks());
  if (machine.bank_words > 1) command += fmt::format(" --bank-words {}", machine.bank_words);
  if (machine.ports > 1) command += fmt::format(" --ports {}", machine.ports);
  if (route_stages(machine) > 0) command += fmt::format(" --route {}", route_stages(machine));
  if (machine_info(machine.kind).packs && !machine.overlaps())
    command += fmt::format(" --super-warp {}", machine.super_warp);
  if (machine.mapping != "identity")
    command += fmt::format(" --mapping {} --seed {}", machine.mapping, machine.seed);
  if (machine.regions.any()) {
    command += fmt::format(" --regions {}", text_of(machine.regions));
    if (!machine.regions.is_table())
      command += fmt::format(" --region-rows {}", region_rows(fitted));
  }
  if (shallow) command += " --shallow";
  if (!rtl.rtl_dir.empty()) command += fmt::format(" --rtl {}", rtl.rtl_dir.string());
  return fmt::format("{}\n{} warp accesses, kept in {}\nwaveform: {}\nreplay: {} --waves again.fst",
                     again.disagreement, trace.accesses().size(), file, waves, command);
}

}  // namespace test
}  // namespace superwarp

int sc_main(int argc, char* argv[]) {
  ::testing::InitGoogleTest(&argc, argv);
  superwarp::tb::Bench bench;
  superwarp::test::the_bench = &bench;
  // Not static: at exit the units' libraries lose their run time before the program's statics are
  // destroyed.
  superwarp::test::ChoosingCache cache;
  superwarp::test::the_cache = &cache;
  const int failed = RUN_ALL_TESTS();
  superwarp::test::the_cache = nullptr;
  superwarp::test::the_bench = nullptr;
  return failed;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
