// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/bench_fixture.h"

#include <cctype>
#include <cstdlib>
#include <fstream>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/reference/machine_words.h"
#include "model/reference/mapping.h"
#include "sim/run/rtl_config.h"
#include "sim/trace/trace_program.h"
#include "sim/trace/write_trace.h"
#include "sysc/simulation.h"
#include "tests/bench/choosing_cache.h"
#include "tests/model/machines.h"

namespace superwarp::test {
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

Machine machine_of(MachineKind kind, std::uint32_t width, std::uint32_t super_warp, std::uint32_t latency,
                   Schedule schedule) {
  Machine machine = model::make_machine(kind, width, latency, super_warp, schedule, 0);
  machine.mapping = machine_info(kind).mapping;
  return machine;
}

Machine overlapping(Rpu rpu, std::uint32_t width, const Streaming& streaming, std::uint32_t latency) {
  Machine machine = machine_of(MachineKind::kSdmm, width, 1, latency);
  machine.rpu = rpu;
  machine.streaming = streaming;
  return machine;
}

Streaming small_window(Streaming streaming, std::uint32_t queue, std::uint32_t store, Later later) {
  streaming.others = {{"queue", queue}, {"store", store}, {"later", static_cast<std::uint32_t>(later)}};
  return streaming;
}

Machine serial(std::uint32_t width, std::uint32_t super_warp, std::uint32_t intake) {
  Machine machine = sdmm(width, super_warp);
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
      text.begin(), text.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return text;
}

std::string name_of(const Machine& machine, bool shallow) {
  std::string name = fmt::format("w{}_s{}", machine.width, machine.super_warp);
  if (machine.rpu != Rpu::kBatch) {
    name = fmt::format("w{}_{}", machine.width, rpu_info(machine.rpu).name);
    if (machine.super_warp > 1) name += fmt::format("_s{}", machine.super_warp);
    for (const RpuOption& option : stated_options(machine.rpu, machine.streaming))
      name += fmt::format("_{}", typed(option, machine.streaming));
  }
  if (shallow) name += "_shallow";
  if (machine.whole_banks() != machine.width) name += fmt::format("_b{}", machine.whole_banks());
  if (machine.bank_words > 1) name += fmt::format("_{}words", machine.bank_words);
  if (machine.ports > 1) name += fmt::format("_p{}", machine.ports);
  if (route_stages(machine) > 0) name += fmt::format("_route{}", route_stages(machine));
  if (machine.kind != MachineKind::kSdmm) name += "_" + machine_info(machine.kind).name;
  if (machine.mapping != "identity") name += "_" + machine.mapping;
  if (machine.regions.any())
    name += fmt::format("_{}{}{}", machine.regions.count(), machine.regions.is_table() ? "table" : "regions",
                        machine.regions.rows) +
            (machine.regions.off == kUsualOff ? "" : "_" + machine.regions.off);
  return test_name(name);
}

std::string name_of(const Shape& shape) { return name_of(shape.machine, shape.shallow); }

void PrintTo(const Shape& shape, std::ostream* out) { *out << name_of(shape); }

evaluate::Evaluation evaluate(const Program& program, Machine machine, std::optional<std::uint64_t> closed,
                              bool shallow, bool record) {
  model::fit(machine, program);
  sysc::RtlConfig rtl = rtl_under_test();
  rtl.shallow = shallow;
  evaluate::Evaluator evaluator(bench(), cache(), rtl);
  evaluate::EvaluationOptions options;
  options.closed = closed;
  options.record = record;
  options.waves_on_disagreement = "";
  return evaluator.evaluate(program, machine, options);
}

std::string keep_failure(const trace::Trace& trace, const Shape& shape) {
  namespace fs = std::filesystem;
  const fs::path dir = environment("SUPERWARP_TEST_FAILURES", ".");
  fs::create_directories(dir);
  const std::string file = fs::absolute(dir / (name_of(shape) + ".trace"));
  const std::string waves = fs::absolute(dir / (name_of(shape) + ".fst"));
  {
    std::ofstream out(file);
    trace::write_trace(trace, out);
  }
  Machine machine = shape.machine;
  model::fit(machine, trace.words());
  sysc::RtlConfig rtl = rtl_under_test();
  rtl.shallow = shape.shallow;
  evaluate::Evaluator evaluator(bench(), cache(), rtl);
  evaluate::EvaluationOptions options;
  options.waves = waves;
  const evaluate::Evaluation again = evaluator.evaluate(trace::TraceProgram(trace), machine, options);
  Machine told = shape.machine;
  if (told.regions.any() && !told.regions.is_table()) told.regions.rows = region_rows(machine);
  return fmt::format(
      "{}\n{} warp accesses, kept in {}\nwaveform: {}\n"
      "replay: superwarp replay {} --machine {}{}{} --waves again.fst",
      again.disagreement, trace.accesses().size(), file, waves, file, model::text_of(told, trace.width()),
      shape.shallow ? " --shallow" : "", rtl.rtl_dir.empty() ? "" : fmt::format(" --rtl {}", rtl.rtl_dir.string()));
}

}  // namespace superwarp::test

int main(int argc, char* argv[]) {
  ::testing::InitGoogleTest(&argc, argv);
  superwarp::sysc::simulation();  // before a test makes modules of its own
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
