#include "tb/bench.h"

#include <fmt/format.h>

#include <chrono>

#include "tb/memory_image.h"
#include "tb/monitor.h"
#include "tb/scoreboard.h"
#include "tb/slot_recorder.h"
#include "tb/warp_scheduler.h"

namespace superwarp::tb {

/// One program on one unit, from the first dispatch to the last response.
class Bench::Run {
 public:
  Run(sysc::RtlUnit& unit, const Machine& machine, const Program& program,
      const BenchOptions& options)
      : unit_(unit),
        options_(options),
        scheduler_(program, machine),
        recorder_(machine.width),
        patience_(std::uint64_t{machine.latency} + machine.lanes() + 16) {
    if (options.reference != nullptr) scoreboard_.emplace(machine, *options.reference);
    unit.reset(machine.latency);
  }

  /// False when the run is over.
  bool cycle() {
    const sysc::RtlOutputs& outputs = unit_.outputs();
    monitor_.sample(outputs);
    if (options_.record) recorder_.sample(monitor_.now(), outputs, scheduler_.current());
    if (scoreboard_) disagreement_ = scoreboard_->check(monitor_.now(), outputs);
    if (!disagreement_) disagreement_ = scheduler_.step(unit_);
    if (!disagreement_ && unit_.assertion_failed())
      disagreement_ = "an assertion of the RTL failed";
    if (!disagreement_ && !scheduler_.finished() && quiet_for(outputs) > patience_) {
      disagreement_ = fmt::format("time unit {}: the RTL has not answered for {} cycles",
                                  monitor_.now(), patience_);
    }
    if (options_.progress && monitor_.cycles() % kProgressCycles == 0)
      options_.progress(monitor_.now());
    return !disagreement_ && !scheduler_.finished();
  }

  BenchResult result() {
    BenchResult result;
    result.time_units = monitor_.time_units();
    result.slots = monitor_.slots();
    result.max_congestion = monitor_.max_congestion();
    result.dispatches = monitor_.dispatches();
    result.requests = scheduler_.requests();
    result.cycles = monitor_.cycles();
    result.recorded = recorder_.take_slots();
    result.dispatched = recorder_.take_dispatches();
    if (!disagreement_ && scoreboard_) disagreement_ = scoreboard_->finish();
    result.disagreement = disagreement_;
    return result;
  }

  [[nodiscard]] sysc::RtlUnit& unit() { return unit_; }

 private:
  static constexpr std::uint64_t kProgressCycles = 1U << 16U;

  /// Cycles since the unit last did anything.
  std::uint64_t quiet_for(const sysc::RtlOutputs& outputs) {
    if (outputs.slot_valid || outputs.response_valid) last_sign_ = monitor_.cycles();
    return monitor_.cycles() - last_sign_;
  }

  sysc::RtlUnit& unit_;
  const BenchOptions& options_;
  Monitor monitor_;
  WarpScheduler scheduler_;
  SlotRecorder recorder_;
  std::optional<Scoreboard> scoreboard_;
  std::uint64_t patience_;  ///< cycles without a sign of life before the unit counts as hung
  std::uint64_t last_sign_ = 0;
  std::optional<std::string> disagreement_;
};

Bench::Bench() : sc_core::sc_module(sc_core::sc_module_name("bench")) {
  memory_unit_.clk_i(clk_);
  memory_unit_.listener(*this);
}

void Bench::on_cycle(sysc::RtlUnit& /*unit*/) {
  if (!run_->cycle()) sc_core::sc_pause();
}

void Bench::clock(Run& run) {
  run_ = &run;
  memory_unit_.attach(&run.unit());
  sc_core::sc_start();
  memory_unit_.attach(nullptr);
  run_ = nullptr;
}

BenchResult Bench::drive(sysc::RtlUnit& unit, const Machine& machine, const Program& program,
                         const BenchOptions& options) {
  if (!options.waves.empty()) unit.open_waves(options.waves);
  Run running(unit, machine, program, options);
  const auto start = std::chrono::steady_clock::now();
  clock(running);
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
                       const Program& program, const BenchOptions& options) {
  Machine front_door = machine;
  front_door.schedule = Schedule::kAsync;
  BenchOptions quiet;
  std::uint64_t passed = 0;  // time units, in the phases before the one under way
  const auto progress = [&](std::uint64_t now) { options.progress(passed + now); };
  if (options.progress) quiet.progress = progress;

  unit->load_key(machine.key);
  const WriteImage fill(front_door, program);
  const BenchResult filled = drive(*unit, front_door, fill, quiet);
  if (filled.disagreement) {
    // Only now is the filling of interest: the same again, with the waveform that was asked for.
    quiet.waves = options.waves;
    if (!quiet.waves.empty()) drive(*unit, front_door, fill, quiet);
    BenchResult nothing;
    nothing.disagreement = "filling the memory: " + *filled.disagreement;
    return nothing;
  }

  passed += filled.time_units;
  BenchOptions running = options;
  running.progress = quiet.progress;
  BenchResult result = drive(*unit, machine, program, running);
  if (result.disagreement) return result;
  passed += result.time_units;

  result.memory.resize(program.words());
  const ReadImage read_back(front_door, result.memory);
  if (const auto wrong = drive(*unit, front_door, read_back, quiet).disagreement) {
    result.disagreement = "reading the memory back: " + *wrong;
    result.memory.clear();
  }
  return result;
}

}  // namespace superwarp::tb
