// SPDX-License-Identifier: Apache-2.0
#include "tb/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <stdexcept>
#include <utility>

#include "sysc/command.h"
#include "sysc/rtl_unit.h"
#include "sysc/simulation.h"
#include "tb/listeners.h"
#include "tb/warp_scheduler.h"

namespace superwarp::tb {
namespace {

/// Reads or writes every word of a memory in contiguous order, through its ordinary ports.
class ImageProgram : public Program {
 public:
  ImageProgram(const Machine& machine, std::uint64_t words, Op op)
      : Program(machine.width, threads_for(machine, words)), words_(words), op_(op) {}

  [[nodiscard]] std::uint64_t rounds() const override { return (words_ + threads() - 1) / threads(); }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  Op access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address, Word* data) const override {
    const std::uint64_t first = round * threads() + std::uint64_t{warp} * width();
    for (std::uint32_t t = 0; t < width() && first + t < words_; ++t) {
      address[t] = static_cast<Address>(first + t);
      if (op_ == Op::kWrite) data[t] = written(address[t]);
    }
    return op_;
  }

 private:
  [[nodiscard]] virtual Word written(Address /*address*/) const { return 0; }

  /// Enough super warps to keep the pipeline full, but no more than there is work for.
  static std::uint32_t threads_for(const Machine& machine, std::uint64_t words) {
    const std::uint64_t lanes = machine.lanes();
    return static_cast<std::uint32_t>(
        lanes * std::clamp<std::uint64_t>((words + lanes - 1) / lanes, 1, std::uint64_t{machine.latency} + 1));
  }

  std::uint64_t words_;
  Op op_;
};

/// Writes the initial words of `image`, which must outlive this.
class WriteImage final : public ImageProgram {
 public:
  WriteImage(const Machine& machine, const Image& image)
      : ImageProgram(machine, image.words(), Op::kWrite), image_(image) {}

 private:
  [[nodiscard]] Word written(Address address) const override { return image_.initial(address); }

  const Image& image_;
};

/// Reads image.size() words into `image`, which must outlive this.
class ReadImage final : public ImageProgram {
 public:
  ReadImage(const Machine& machine, std::vector<Word>& image)
      : ImageProgram(machine, image.size(), Op::kRead), image_(image) {}

  void receive(std::uint64_t round, std::uint32_t thread, Word word, Word* /*registers*/) const override {
    image_[round * threads() + thread] = word;
  }

 private:
  std::vector<Word>& image_;
};

}  // namespace

/// A memory and its checker, which has seen every word written.
struct Bench::Judged {
  sysc::RtlUnit* unit;
  LawfulChecker* lawful;
};

/// A run of one program.
class Bench::Run final : public sysc::TimeUnitListener {
 public:
  Run(const std::vector<Judged>& memories, const Machine& machine, const Program& program, const BenchOptions& options,
      bool second_thread)
      : options_(options),
        multiprocessors_(machine.multiprocessors()),
        units_(all(memories, &Judged::unit)),
        scheduler_(program, machine),
        offered_(multiprocessors_),
        listeners_(all(memories, &Judged::lawful), machine, options),
        relay_(listeners_, units_, second_thread) {
    for (std::uint32_t number = 0; number < units_.size(); ++number)
      units_[number]->reset(memory_of(machine, number).latency);
  }

  /// One time unit of the next memory in turn; false at the end of the run.
  bool on_time_unit(sysc::RtlUnit& unit) override {
    if (over_) return false;
    try {
      if (goes_on(unit)) return true;
      end();
    } catch (...) {  // after an event that is not lawful?
      if (!over_) relay_.finish();
      if (!listeners_.disagreement()) throw;
    }
    over_ = true;
    return false;
  }

  BenchResult result() { return listeners_.result(); }

  [[nodiscard]] const std::vector<sysc::RtlUnit*>& units() const { return units_; }

 private:
  static constexpr std::uint64_t kProgressCycles = 1U << 16U;

  template <class Part>
  static std::vector<Part> all(const std::vector<Judged>& memories, Part Judged::*part) {
    std::vector<Part> parts;
    for (const Judged& memory : memories) parts.push_back(memory.*part);
    return parts;
  }

  bool goes_on(sysc::RtlUnit& unit) {
    at_ = at_ + 1 == units_.size() ? 0 : at_ + 1;
    if (!relay_.hear(unit, state(unit.assertion_failed()))) return false;
    const sysc::Answers* const answers = unit.answers();
    const bool lawful = answers != nullptr ? scheduler_.take(*answers) : scheduler_.take(unit.observe());
    if (!lawful) throw std::logic_error("no checker has found an unlawful event");
    if (at_ > 0) return true;
    ++cycles_;
    if (scheduler_.issues()) issue(scheduler_.now());
    expected_ = scheduler_.expects() ? expected_ + 1 : 0;
    for (std::uint32_t number = 0; number < units_.size(); ++number) {
      if (!dispatch(number)) return false;
    }
    if (!relay_.end_cycle()) return false;
    if (options_.progress && cycles_ % kProgressCycles == 0) options_.progress(scheduler_.now());
    return !scheduler_.finished();
  }

  [[nodiscard]] BenchState state(bool assertion_failed = false) const {
    return {scheduler_.last(), expected_, assertion_failed ? 1U : 0U};
  }

  void end() {
    over_ = true;
    relay_.finish();
    listeners_.hear_end(state(), disagreement_);
  }

  /// With an issue stage time begins in the first cycle, not with the first dispatch.
  void issue(std::uint64_t now) {
    if (now == 0) start_all();
    scheduler_.issue(now);
  }

  void start_all() {
    for (std::uint32_t number = 0; number < units_.size(); ++number) units_[number]->start(number);
  }

  /// The queues in front of memory `number` offer their candidates; the unit takes one or none.
  /// False: the run is over.
  bool dispatch(std::uint32_t number) {
    sysc::RtlUnit& unit = *units_[number];
    const std::uint32_t ports = number < multiprocessors_ ? 1 : multiprocessors_;
    unit.idle();
    // A unit with several queues also gets some offers while it is not ready: it must ignore them.
    constexpr std::uint64_t kSeldom = 8;
    const bool offers = ports > 1 && cycles_ % kSeldom == 0;
    if (!unit.ready() && !offers) return true;
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
        disagreement_ = {Clause::kOrder, 0, 0,
                         fmt::format("the global memory takes dispatches of multiprocessors {} and "
                                     "{} in one time unit",
                                     *taken, port)};
        return false;
      }
      taken = port;
    }
    return !taken || dispatched(number, *taken);
  }

  bool dispatched(std::uint32_t number, std::uint32_t port) {
    const DispatchId id = scheduler_.next_id();
    // Time begins in all memories.
    if (id == 0 && units_.size() > 1 && !scheduler_.issues()) start_all();
    scheduler_.dispatched(number + port);
    return relay_.hear(id, *offered_[port], state());
  }

  const BenchOptions& options_;
  std::uint32_t multiprocessors_;
  std::vector<sysc::RtlUnit*> units_;
  WarpScheduler scheduler_;
  std::vector<const Dispatch*> offered_;  ///< by port of the current memory
  std::size_t at_ = 0;                    ///< memory whose time unit is next
  std::uint64_t cycles_ = 0;
  std::uint32_t expected_ = 0;                ///< time units in which the units had something to do
  std::optional<Disagreement> disagreement_;  ///< that no listener finds
  Listeners listeners_;
  Relay relay_;
  bool over_ = false;
};

BenchResult Bench::drive(const std::vector<Judged>& memories, const Machine& machine, const Program& program,
                         const BenchOptions& options) {
  sysc::RtlUnit& unit = *memories.front().unit;
  if (!options.waves.empty()) unit.open_waves(options.waves);
  // A waveform ends with the disagreement, so nothing is checked later.
  const bool second_thread = second_thread_ && options.waves.empty();
  Run running(memories, machine, program, options, second_thread);
  const auto start = std::chrono::steady_clock::now();
  sysc::simulation().run(running.units(), running);
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

BenchResult Bench::run(const std::shared_ptr<sysc::RtlUnit>& unit, const Machine& machine, const Mapping& mapping,
                       const Program& program, const BenchOptions& options) {
  return run({{unit, &mapping}}, machine, program, options);
}

BenchResult Bench::run(const std::vector<BenchMemory>& memories, const Machine& machine, const Program& program,
                       const BenchOptions& options) {
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
