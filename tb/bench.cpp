// SPDX-License-Identifier: Apache-2.0
#include "tb/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <stdexcept>
#include <systemc>
#include <utility>

#include "language/key_port.h"
#include "sysc/memory_unit.h"
#include "sysc/output_aside.h"
#include "tb/memory_image.h"
#include "tb/statistics.h"
#include "tb/timed.h"
#include "tb/warp_scheduler.h"

namespace superwarp::tb {

/// A memory and its checker, which has seen every word written.
struct Bench::Judged {
  sysc::RtlUnit* unit;
  LawfulChecker* lawful;
};

/// A run of one program.
class Bench::Run {
 public:
  Run(const std::vector<Judged>& memories, const Machine& machine, const Program& program,
      const BenchOptions& options)
      : options_(options),
        multiprocessors_(machine.multiprocessors()),
        scheduler_(program, machine),
        offered_(multiprocessors_) {
    if (options.reference != nullptr) timed_.emplace(machine, *options.reference);
    if (memories.size() > 1) busy_.memory.resize(memories.size());
    for (std::uint32_t number = 0; number < memories.size(); ++number) {
      const Machine alone = memory_of(machine, number);
      memories_.push_back({memories[number], {}});
      patience_ = std::max(patience_, std::uint64_t{alone.latency} + alone.lanes() + 16);
      memories[number].unit->reset(alone.latency);
    }
  }

  /// One time unit of the next memory in turn; false at the end of the run.
  bool step(const TimeUnit& now) {
    if (disagreement_) return false;
    Memory& memory = memories_[at_];
    at_ = at_ + 1 == memories_.size() ? 0 : at_ + 1;
    const bool all = at_ == 0;
    memory.statistics.count(now);
    if (!busy_.memory.empty()) count_busy(now, all);
    if (options_.record) record(now);
    if (auto wrong = judge(now, memory.judged)) {
      disagreement_ = std::move(wrong);
      return false;
    }
    scheduler_.take(now);
    if (!all) return true;
    if (scheduler_.issues()) issue(now.time);
    expected_ = scheduler_.expects() ? expected_ + 1 : 0;
    for (std::uint32_t number = 0; number < memories_.size() && !disagreement_; ++number)
      disagreement_ = dispatch(number);
    if (options_.progress && memory.statistics.cycles() % kProgressCycles == 0)
      options_.progress(now.time);
    return !disagreement_ && !scheduler_.finished();
  }

  BenchResult result() {
    BenchResult result;
    for (const Memory& memory : memories_) {
      if (!disagreement_) disagreement_ = memory.judged.lawful->finish();
      const Statistics& statistics = memory.statistics;
      result.time_units = std::max(result.time_units, statistics.time_units());
      result.slots += statistics.slots();
      result.max_congestion = std::max(result.max_congestion, statistics.max_congestion());
      result.dispatches += statistics.dispatches();
      result.cycles = statistics.cycles();
    }
    result.time_units = std::max(result.time_units, scheduler_.last());
    if (!disagreement_ && timed_) disagreement_ = timed_->finish();
    result.requests = scheduler_.requests();
    result.busy = busy_;
    result.recording = std::move(recording_);
    result.disagreement = disagreement_;
    return result;
  }

  [[nodiscard]] std::vector<sysc::RtlUnit*> units() const {
    std::vector<sysc::RtlUnit*> units;
    for (const Memory& memory : memories_) units.push_back(memory.judged.unit);
    return units;
  }

 private:
  static constexpr std::uint64_t kProgressCycles = 1U << 16U;

  struct Memory {
    Judged judged;
    Statistics statistics;
  };

  std::optional<Disagreement> judge(const TimeUnit& now, const Judged& memory) {
    std::optional<Disagreement> wrong = memory.lawful->check(now);
    if (!wrong && timed_) wrong = timed_->check(now);
    if (!wrong && memory.unit->assertion_failed())
      wrong = Disagreement{Clause::kAssertion, now.time, 0, "an assertion of the RTL failed"};
    if (!wrong && expected_ > patience_ && is_silent()) {
      wrong = Disagreement{
          Clause::kSilent, now.time, 0,
          fmt::format("time unit {}: the RTL has not answered for {} cycles", now.time, patience_)};
    }
    return wrong;
  }

  [[nodiscard]] bool is_silent() const {
    return std::all_of(memories_.begin(), memories_.end(), [this](const Memory& memory) {
      return memory.statistics.quiet() > patience_;
    });
  }

  /// Only with several memories, the last of which is the global one.
  void count_busy(const TimeUnit& now, bool global) {
    const bool busy = !now.events.empty();
    if (busy) ++busy_.memory[now.memory];
    if (!global) {
      shared_busy_ = shared_busy_ || busy;
      return;
    }
    if (shared_busy_ && !busy) ++busy_.shared_alone;
    shared_busy_ = false;
  }

  /// With an issue stage time begins in the first cycle, not with the first dispatch.
  void issue(std::uint64_t now) {
    if (now == 0) start_all();
    scheduler_.issue(now);
  }

  void start_all() {
    for (std::uint32_t number = 0; number < memories_.size(); ++number)
      memories_[number].judged.unit->start(number);
  }

  void record(const TimeUnit& now) {
    if (!now.events.empty()) recording_.units.push_back(now);
    for (const DispatchId id : now.accepted) {
      if (recording_.accepted.size() <= id) recording_.accepted.resize(std::size_t{id} + 1);
      recording_.accepted[id] = now.time;
    }
  }

  /// The queues in front of memory `number` offer their candidates; the unit takes one or none.
  std::optional<Disagreement> dispatch(std::uint32_t number) {
    sysc::RtlUnit& unit = *memories_[number].judged.unit;
    const std::uint32_t ports = number < multiprocessors_ ? 1 : multiprocessors_;
    unit.idle();
    // A unit with several queues also gets some offers while it is not ready: it must ignore them.
    constexpr std::uint64_t kSeldom = 8;
    const bool offers = ports > 1 && memories_[number].statistics.cycles() % kSeldom == 0;
    if (!unit.ready() && !offers) return std::nullopt;
    for (std::uint32_t port = 0; port < ports; ++port) {
      offered_[port] = scheduler_.candidate(number + port);
      if (offered_[port] == nullptr) continue;
      const DispatchId id = scheduler_.next_id();  // of the dispatch that is taken, from any queue
      if (scheduler_.stands(number + port)) {
        unit.offer_again_at(port, *offered_[port], id);
      } else {
        unit.offer_at(port, *offered_[port], id);
      }
    }
    std::optional<std::uint32_t> taken;
    for (std::uint32_t port = 0; port < ports; ++port) {
      if (offered_[port] == nullptr || !unit.ready_at(port)) continue;
      if (taken) {
        return Disagreement{Clause::kOrder, 0, 0,
                            fmt::format("the global memory takes dispatches of multiprocessors {} "
                                        "and {} in one time unit",
                                        *taken, port)};
      }
      taken = port;
    }
    return taken ? dispatched(number, *taken) : std::nullopt;
  }

  std::optional<Disagreement> dispatched(std::uint32_t number, std::uint32_t port) {
    const DispatchId id = scheduler_.next_id();
    const Dispatch& dispatch = *offered_[port];
    // Time begins in all memories.
    if (id == 0 && memories_.size() > 1 && !scheduler_.issues()) start_all();
    scheduler_.dispatched(number + port);
    memories_[number].judged.lawful->offered(id, dispatch);
    if (options_.record) recording_.dispatches.push_back(dispatch);
    return timed_ ? timed_->offered(id, dispatch) : std::nullopt;
  }

  std::vector<Memory> memories_;
  const BenchOptions& options_;
  std::uint32_t multiprocessors_;
  WarpScheduler scheduler_;
  std::vector<const Dispatch*> offered_;  ///< by port of the current memory
  std::size_t at_ = 0;                    ///< memory whose time unit is next
  BusyTimes busy_;                        ///< with several memories
  bool shared_busy_ = false;              ///< some shared memory is, in this time unit
  Recording recording_;
  std::optional<TimedChecker> timed_;
  std::uint64_t expected_ = 0;  ///< time units in which the units had something to do
  std::uint64_t patience_ = 0;  ///< cycles without an event until the units count as hung
  std::optional<Disagreement> disagreement_;
};

/// The SystemC module with the memory units.
class Bench::Module final : public sc_core::sc_module, private sysc::TimeUnitListener {
 public:
  Module() : sc_core::sc_module(sc_core::sc_module_name("bench")) { memory_unit_.listener(*this); }

  void simulate(Run& run) {
    run_ = &run;
    memory_unit_.attach(run.units());
    sc_core::sc_start();
    memory_unit_.attach({});
    run_ = nullptr;
  }

 private:
  bool on_time_unit(const TimeUnit& now) override { return run_->step(now); }

  sysc::MemoryUnit memory_unit_{"memory_unit", sc_core::sc_time(1, sc_core::SC_NS)};
  Run* run_ = nullptr;
};

Bench::Bench() : module_(std::make_unique<Module>()) {}
Bench::~Bench() = default;

BenchResult Bench::drive(const std::vector<Judged>& memories, const Machine& machine,
                         const Program& program, const BenchOptions& options) {
  sysc::RtlUnit& unit = *memories.front().unit;
  if (!options.waves.empty()) unit.open_waves(options.waves);
  Run running(memories, machine, program, options);
  const auto start = std::chrono::steady_clock::now();
  module_->simulate(running);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  BenchResult result = running.result();
  result.seconds = elapsed.count();
  if (!options.waves.empty()) {
    // The waveform needs some cycles after a disagreement to show its edge.
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
  return run({{unit, &mapping}}, machine, program, options);
}

BenchResult Bench::run(const std::vector<BenchMemory>& memories, const Machine& machine,
                       const Program& program, const BenchOptions& options) {
  if (memories.size() != machine.memories()) {
    throw std::invalid_argument(
        fmt::format("{} memories, expected the machine's {}", memories.size(), machine.memories()));
  }
  if (memories.size() > 1 && !options.waves.empty())
    throw std::invalid_argument("a waveform of several memories, expected one memory");
  const sysc::OutputAside aside;
  BenchOptions quiet;
  std::uint64_t passed = 0;  // time units in earlier phases
  const auto progress = [&](std::uint64_t now) { options.progress(passed + now); };
  if (options.progress) quiet.progress = progress;

  // Each memory is filled and read back alone.
  const auto front_door = [&](std::uint32_t number) {
    Machine alone = memory_of(machine, number);
    alone.schedule = Schedule::kAsync;
    return alone;
  };
  const auto image_of = [&](std::uint32_t number) -> const Image* {
    return number < machine.multiprocessors() ? &program : program.global();
  };

  std::deque<LawfulChecker> lawful;
  std::vector<Judged> judged;
  for (std::uint32_t number = 0; number < memories.size(); ++number) {
    const BenchMemory& memory = memories[number];
    const Machine alone = front_door(number);
    memory.unit->load_key(key_writes(alone));
    judged.push_back({memory.unit.get(), &lawful.emplace_back(alone, *memory.mapping)});
    if (image_of(number) == nullptr) continue;
    const WriteImage fill(alone, *image_of(number));
    const BenchResult filled = drive({judged.back()}, alone, fill, quiet);
    passed += filled.time_units;
    if (!filled.disagreement) continue;
    // Repeats the failed fill with the requested waveform.
    quiet.waves = options.waves;
    if (!quiet.waves.empty()) {
      LawfulChecker again(alone, *memory.mapping);
      drive({{memory.unit.get(), &again}}, alone, fill, quiet);
    }
    BenchResult failed;
    failed.disagreement = filled.disagreement;
    failed.disagreement->text.insert(0, "filling the memory: ");
    return failed;
  }

  BenchOptions running = options;
  running.progress = quiet.progress;
  BenchResult result = drive(judged, machine, program, running);
  if (result.disagreement) return result;
  passed += result.time_units;

  for (std::uint32_t number = 0; number < memories.size(); ++number) {
    std::vector<Word>& words = number == 0 ? result.memory : result.other_memories.emplace_back();
    if (image_of(number) == nullptr) continue;
    words.resize(image_of(number)->words());
    const Machine alone = front_door(number);
    const ReadImage read_back(alone, words);
    const BenchResult read = drive({judged[number]}, alone, read_back, quiet);
    passed += read.time_units;
    if (!read.disagreement) continue;
    result.disagreement = read.disagreement;
    result.disagreement->text.insert(0, "reading the memory back: ");
    result.memory.clear();
    result.other_memories.clear();
    return result;
  }
  return result;
}

}  // namespace superwarp::tb
