// SPDX-License-Identifier: Apache-2.0
#include "tb/bench.h"

#include <fmt/format.h>

#include <chrono>
#include <systemc>
#include <utility>

#include "sysc/memory_unit.h"
#include "sysc/output_aside.h"
#include "tb/memory_image.h"
#include "tb/statistics.h"
#include "tb/timed.h"
#include "tb/warp_scheduler.h"

namespace superwarp::tb {

/// One program on one unit, from the first dispatch to the last completion.
class Bench::Run {
 public:
  Run(sysc::RtlUnit& unit, LawfulChecker& lawful, const Machine& machine, const Program& program,
      const BenchOptions& options)
      : unit_(unit),
        lawful_(lawful),
        options_(options),
        scheduler_(program, machine),
        patience_(std::uint64_t{machine.latency} + machine.lanes() + 16) {
    if (options.reference != nullptr) timed_.emplace(machine, *options.reference);
    unit.reset(machine.latency);
  }

  /// One time unit; false when the run is over.
  bool step(const TimeUnit& now) {
    statistics_.count(now);
    if (options_.record) record(now);
    if (auto wrong = judge(now)) {
      disagreement_ = std::move(wrong);
    } else {
      scheduler_.take(now);
      if (auto disordered = dispatch()) disagreement_ = std::move(disordered);
    }
    if (options_.progress && statistics_.cycles() % kProgressCycles == 0)
      options_.progress(now.time);
    return !disagreement_ && !scheduler_.finished();
  }

  BenchResult result() {
    if (!disagreement_) disagreement_ = lawful_.finish();
    if (!disagreement_ && timed_) disagreement_ = timed_->finish();
    BenchResult result;
    result.time_units = statistics_.time_units();
    result.slots = statistics_.slots();
    result.max_congestion = statistics_.max_congestion();
    result.dispatches = statistics_.dispatches();
    result.requests = scheduler_.requests();
    result.cycles = statistics_.cycles();
    result.recording = std::move(recording_);
    result.disagreement = disagreement_;
    return result;
  }

  [[nodiscard]] sysc::RtlUnit& unit() { return unit_; }

 private:
  static constexpr std::uint64_t kProgressCycles = 1U << 16U;

  std::optional<Disagreement> judge(const TimeUnit& now) {
    std::optional<Disagreement> wrong = lawful_.check(now);
    if (!wrong && timed_) wrong = timed_->check(now);
    if (!wrong && unit_.assertion_failed())
      wrong = Disagreement{Clause::kAssertion, now.time, 0, 0, 0, "an assertion of the RTL failed"};
    if (!wrong && !scheduler_.finished() && statistics_.quiet() > patience_) {
      wrong = Disagreement{
          Clause::kSilent,
          now.time,
          0,
          0,
          0,
          fmt::format("time unit {}: the RTL has not answered for {} cycles", now.time, patience_)};
    }
    return wrong;
  }

  void record(const TimeUnit& now) {
    if (!now.events.empty()) recording_.units.push_back(now);
    for (const DispatchId id : now.accepted) {
      if (recording_.accepted.size() <= id) recording_.accepted.resize(std::size_t{id} + 1);
      recording_.accepted[id] = now.time;
    }
  }

  std::optional<Disagreement> dispatch() {
    unit_.idle();
    const Dispatch* const next = unit_.ready() ? scheduler_.next() : nullptr;
    if (next == nullptr) return std::nullopt;
    unit_.offer(*next, scheduler_.id());
    lawful_.offered(scheduler_.id(), *next);
    if (options_.record) recording_.dispatches.push_back(*next);
    return timed_ ? timed_->offered(scheduler_.id(), *next) : std::nullopt;
  }

  sysc::RtlUnit& unit_;
  LawfulChecker& lawful_;
  const BenchOptions& options_;
  Statistics statistics_;
  WarpScheduler scheduler_;
  Recording recording_;
  std::optional<TimedChecker> timed_;
  std::uint64_t patience_;  ///< cycles without a sign of life before the unit counts as hung
  std::optional<Disagreement> disagreement_;
};

/// The SystemC side: a memory unit and what listens to it.
class Bench::Module final : public sc_core::sc_module, private sysc::TimeUnitListener {
 public:
  Module() : sc_core::sc_module(sc_core::sc_module_name("bench")) { memory_unit_.listener(*this); }

  /// From the first time unit to the last one of `run`.
  void simulate(Run& run) {
    run_ = &run;
    memory_unit_.attach(&run.unit());
    sc_core::sc_start();
    memory_unit_.attach(nullptr);
    run_ = nullptr;
  }

 private:
  void on_time_unit(const TimeUnit& now) override {
    if (!run_->step(now)) sc_core::sc_pause();
  }

  sysc::MemoryUnit memory_unit_{"memory_unit", sc_core::sc_time(1, sc_core::SC_NS)};
  Run* run_ = nullptr;
};

Bench::Bench() : module_(std::make_unique<Module>()) {}
Bench::~Bench() = default;

BenchResult Bench::drive(sysc::RtlUnit& unit, LawfulChecker& lawful, const Machine& machine,
                         const Program& program, const BenchOptions& options) {
  if (!options.waves.empty()) unit.open_waves(options.waves);
  Run running(unit, lawful, machine, program, options);
  const auto start = std::chrono::steady_clock::now();
  module_->simulate(running);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  BenchResult result = running.result();
  result.seconds = elapsed.count();
  if (!options.waves.empty()) {
    // A few cycles more, so that the edge of a disagreement is in the picture.
    unit.idle();
    for (int i = 0; i < 4; ++i) {
      unit.rising_edge();
      unit.falling_edge();
    }
    unit.close_waves();
  }
  return result;
}

BenchResult Bench::run(const std::shared_ptr<sysc::RtlUnit>& unit, const Machine& machine,
                       const Mapping& mapping, const Program& program,
                       const BenchOptions& options) {
  const sysc::OutputAside aside;
  Machine front_door = machine;
  front_door.schedule = Schedule::kAsync;
  BenchOptions quiet;
  std::uint64_t passed = 0;  // time units, in the phases before the one under way
  const auto progress = [&](std::uint64_t now) { options.progress(passed + now); };
  if (options.progress) quiet.progress = progress;

  unit->load_key(machine.key);
  LawfulChecker lawful(machine, mapping);  // of the memory, from the first word written
  const WriteImage fill(front_door, program);
  const BenchResult filled = drive(*unit, lawful, front_door, fill, quiet);
  if (filled.disagreement) {
    // Only now is the filling of interest: the same again, with the waveform that was asked for.
    quiet.waves = options.waves;
    if (!quiet.waves.empty()) {
      LawfulChecker again(machine, mapping);
      drive(*unit, again, front_door, fill, quiet);
    }
    BenchResult nothing;
    nothing.disagreement = filled.disagreement;
    nothing.disagreement->text.insert(0, "filling the memory: ");
    return nothing;
  }

  passed += filled.time_units;
  BenchOptions running = options;
  running.progress = quiet.progress;
  BenchResult result = drive(*unit, lawful, machine, program, running);
  if (result.disagreement) return result;
  passed += result.time_units;

  result.memory.resize(program.words());
  const ReadImage read_back(front_door, result.memory);
  result.disagreement = drive(*unit, lawful, front_door, read_back, quiet).disagreement;
  if (result.disagreement) {
    result.disagreement->text.insert(0, "reading the memory back: ");
    result.memory.clear();
  }
  return result;
}

}  // namespace superwarp::tb
