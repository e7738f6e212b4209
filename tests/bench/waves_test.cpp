// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdlib>

#include "model/reference/mapping.h"
#include "sim/trace/trace_program.h"
#include "sysc/saved_view.h"
#include "tests/bench/bench_fixture.h"
#include "tests/bench/fst_reader.h"

/// \file
/// A waveform shows the bank events of the run.

namespace superwarp::test {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kTimeUnit = 1000;  // of picoseconds

std::uint64_t number(const std::string& bits) { return std::strtoull(bits.c_str(), nullptr, 2); }

std::string text(const std::string& bits) {
  std::string letters;
  for (std::size_t i = 0; i + 8 <= bits.size(); i += 8) {
    const auto letter = static_cast<char>(number(bits.substr(i, 8)));
    if (letter != 0) letters += letter;
  }
  return letters;
}

/// A run and its waveform.
struct Seen {
  Recording recording;
  std::uint64_t time_units = 0;
  Waveform waveform;

  /// The value of `signal` of the bench in the middle of time unit `time`.
  [[nodiscard]] std::string bits(const std::string& signal, std::uint64_t time) const {
    const auto& changes = waveform.at("bench." + signal);
    return std::prev(changes.upper_bound(time * kTimeUnit + 1))->second;
  }
  [[nodiscard]] std::uint64_t at(const std::string& signal, std::uint64_t time) const {
    return number(bits(signal, time));
  }
};

Seen watch(const trace::Trace& trace, MachineKind kind, std::uint32_t super_warp) {
  const trace::TraceProgram program(trace);
  Machine machine = machine_of(kind, trace.width(), super_warp);
  model::fit(machine, program.words());
  const auto unit = cache().unit(evaluate::rtl_config(machine, rtl_under_test()));
  tb::BenchOptions options;
  options.record = true;
  options.waves = fs::temp_directory_path() / ("superwarp-waves-" + std::to_string(getpid()));
  tb::BenchResult result = bench().run(unit, machine, *model::make_mapping(machine), program, options);
  EXPECT_FALSE(result.disagreement);
  Seen seen{std::move(result.recording), result.time_units, read_fst(options.waves)};
  fs::remove(options.waves);
  return seen;
}

void expect_events(const Seen& seen, std::uint32_t banks, std::uint32_t super_warp) {
  std::map<std::uint64_t, TimeUnit> units;
  for (const TimeUnit& unit : seen.recording.units) units[unit.time] = unit;
  for (std::uint64_t time = 1; time <= seen.time_units; ++time) {
    EXPECT_EQ(seen.at("time_unit", time), time);
    const TimeUnit& unit = units[time];
    std::uint64_t served = 0;
    std::uint64_t busy = 0;
    for (std::uint32_t bank = 0; bank < banks; ++bank) busy += seen.at("bank_" + std::to_string(bank) + ".busy", time);
    EXPECT_EQ(busy, unit.events.size()) << "time unit " << time;
    for (const BankEvent& event : unit.events) {
      const std::string bank = "bank_" + std::to_string(event.bank) + ".";
      EXPECT_EQ(seen.at(bank + "row", time), event.row);
      EXPECT_EQ(seen.at(bank + "word", time), event.word);
      EXPECT_EQ(seen.at(bank + "writes", time), event.op == Op::kWrite ? 1U : 0U);
      std::uint64_t lanes = 0;
      for (const Served& one : ServedBy(unit, event)) {
        const Dispatch& dispatch = seen.recording.dispatches.at(one.dispatch);
        const std::string digits = std::to_string(banks * super_warp - 1);
        std::string lane = std::to_string(one.lane);
        lane.insert(0, digits.size() - lane.size(), '0');
        lane.insert(0, "lane_").append(".");
        const std::uint64_t warp = dispatch.super_warp * super_warp + one.lane / banks;
        EXPECT_EQ(seen.at(lane + "served", time), 1U);
        EXPECT_EQ(seen.at(lane + "bank", time), event.bank);
        EXPECT_EQ(seen.at(lane + "address", time), dispatch.address[one.lane]);
        EXPECT_EQ(seen.at(lane + "word", time), event.op == Op::kRead ? one.word : dispatch.data[one.lane]);
        EXPECT_EQ(seen.at(lane + "warp", time), warp);
        EXPECT_EQ(seen.at(lane + "round", time), dispatch.round);
        if (lanes == 0) {
          EXPECT_EQ(seen.at(bank + "warp", time), warp);
          EXPECT_EQ(text(seen.bits(bank + "what", time)), (event.op == Op::kRead ? "R row " : "W row ") +
                                                              std::to_string(event.row) + ", warp " +
                                                              std::to_string(warp));
        }
        ++lanes;
      }
      EXPECT_EQ(seen.at(bank + "lanes", time), lanes);
      served += lanes;
    }
    std::uint64_t shown = 0;
    for (const auto& [name, changes] : seen.waveform) {
      if (name.rfind("bench.lane_", 0) == 0 && name.find(".served") != std::string::npos)
        shown += seen.at(name.substr(6), time);
    }
    EXPECT_EQ(shown, served) << "time unit " << time;
    EXPECT_EQ(seen.at("completed.dispatches", time), unit.completed.size());
  }
}

TEST(Waves, show_the_bank_events_of_figure_4) {
  const Seen seen = watch(figure_four(), MachineKind::kDmm, 1);
  EXPECT_EQ(seen.time_units, 13U);
  expect_events(seen, 4, 1);
  EXPECT_EQ(text(seen.bits("accepted.what", 1)), "R warp 0, round 0");
  EXPECT_EQ(text(seen.bits("bank_0.what", 7)), "R row 4, warp 0");
  EXPECT_EQ(seen.at("clock", 7), 1U);
  EXPECT_EQ(seen.waveform.at("bench.clock").at(7 * kTimeUnit), "1");
  EXPECT_EQ(seen.waveform.at("bench.clock").at(7 * kTimeUnit + kTimeUnit / 2), "0");
  EXPECT_EQ(seen.waveform.count("TOP.clk_i"), 1U) << "the pins are there too";
}

TEST(Waves, show_merged_requests_writes_and_rounds_of_super_warps) {
  trace::Trace trace;
  for (std::uint32_t warp = 0; warp < 6; ++warp) trace.add(0, warp, Op::kWrite, {5, 5, warp, kInactive});
  for (std::uint32_t warp = 0; warp < 6; ++warp) trace.add(1, warp, Op::kRead, {5, 9, warp, warp});
  const Seen seen = watch(trace, MachineKind::kRsdmm, 3);
  expect_events(seen, 4, 3);
}

/// Every signal that the view names is in the waveform.
TEST(Waves, have_a_saved_view_of_what_is_there) {
  const Seen seen = watch(figure_four(), MachineKind::kDmm, 1);
  const std::string view = sysc::saved_view("/folder/a.fst", "/folder/a.gtkw", 4, 4);
  EXPECT_EQ(view.rfind("[dumpfile] \"/folder/a.fst\"\n", 0), 0U);
  std::size_t signals = 0;
  for (std::size_t at = view.find("bench."); at != std::string::npos; at = view.find("bench.", at + 1)) {
    const std::string name = view.substr(at, view.find_first_of("[\n", at) - at);
    EXPECT_EQ(seen.waveform.count(name), 1U) << name;
    ++signals;
  }
  std::size_t there = 0;
  for (const auto& [name, changes] : seen.waveform) there += name.rfind("bench.", 0) == 0 ? 1 : 0;
  EXPECT_EQ(signals, there) << "and the other way round";
}

}  // namespace
}  // namespace superwarp::test
