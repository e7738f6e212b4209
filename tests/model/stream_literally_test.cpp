// SPDX-License-Identifier: Apache-2.0
#include "tests/model/stream_literally.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/machine/lane_places.h"
#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"
#include "model/reference/stream_model.h"
#include "tests/model/machines.h"
#include "tests/model/random_work.h"

/// \file
/// Laws: the model follows the pages on streaming and on the crossbar sentence by sentence, and the
/// pages' promises hold.

namespace superwarp::model {
namespace {

/// A queue, a store of words and other later passes.
void add_small_window(Streaming& streaming, std::mt19937_64& random) {
  const auto set = [&](const char* name, std::uint64_t value) {
    rpu_info(Rpu::kPipelined).option(name)->set(streaming, static_cast<std::uint32_t>(value));
  };
  set("queue", random() % (1 + std::min(kMostQueue, kMostDepth - streaming.depth)));
  set("store", random() % 6);
  set("later", random() % 3);
}

Machine random_machine(const trace::Trace& trace, Rpu rpu, std::mt19937_64& random) {
  const auto depth = static_cast<std::uint32_t>(1 + random() % kMostDepth);
  const auto passes = static_cast<std::uint32_t>(1 + random() % kMostPasses);
  const std::vector<RpuChoice>& priorities = rpu_info(rpu).option("priority")->choices;
  Machine machine = overlapping(
      rpu, trace.width(), static_cast<std::uint32_t>(1 + random() % (random() % 2 == 0 ? 4 : 30)),
      {depth, passes, static_cast<Priority>(priorities[random() % 2].value)},
      random() % 4 == 0 ? Schedule::kRounds : Schedule::kAsync);
  if (random() % 2 == 0) machine.banks = static_cast<std::uint32_t>(1 + random() % 40);
  if (rpu == Rpu::kPipelined && random() % 2 == 0) add_small_window(machine.streaming, random);
  if (random() % 2 == 0) {
    machine.kind = MachineKind::kRsdmm;
    machine.mapping = "random-shift";
    machine.seed = random();
  }
  fit(machine, trace.words());
  return machine;
}

/// Calls check(trace, machine) for machines of this RPU, of width 1 to 64 and any number of banks.
template <class Check>
void with_random_runs(Rpu rpu, std::uint32_t seed, int repeats, Check check) {
  std::mt19937_64 random(seed);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const auto width =
        static_cast<std::uint32_t>(random() % 2 == 0 ? 2U << random() % 6 : 1 + random() % 33);
    const trace::Trace trace = test::random_rounds(width, 1, 24, random);
    check(trace, random_machine(trace, rpu, random));
  }
}

void check_same(const trace::Trace& trace, const Machine& machine) {
  const StreamedRun truth = stream_literally(trace, machine);
  const trace::TraceProgram program(trace);
  StreamModel model(program, machine);
  Expected expected;
  for (const Streamed& served : truth.dispatches) {
    RC_ASSERT(model.next(expected));
    RC_ASSERT(expected.dispatch.super_warp == served.warp);
    RC_ASSERT(expected.dispatch.round == served.round);
    RC_ASSERT(expected.first_slot == served.first);
    RC_ASSERT(expected.first_slot + expected.congestion == served.last + 1);
    for (std::uint32_t lane = 0; lane < machine.width; ++lane) {
      if (expected.dispatch.address[lane] == kInactive) continue;
      RC_ASSERT(expected.first_slot + expected.slot[lane] == served.time[lane]);
      if (expected.dispatch.op == Op::kRead) RC_ASSERT(expected.word[lane] == served.word[lane]);
    }
  }
  RC_ASSERT(!model.next(expected));
  for (Address a = 0; a < truth.memory.size(); ++a) RC_ASSERT(model.word(a) == truth.memory[a]);

  const auto check_totals = [&](const Figures& totals) {
    RC_ASSERT(totals.time_units == truth.time_units);
    RC_ASSERT(totals.slots == truth.slots);
    RC_ASSERT(totals.dispatches == truth.dispatches.size());
  };
  check_totals(model.totals());
  for (const bool with_data : {false, true}) {
    StreamModel at_once(program, machine, {with_data});
    for (std::size_t i = 0; i < truth.dispatches.size() / 2; ++i) at_once.next(expected);
    at_once.run();
    check_totals(at_once.totals());
  }
}

RC_GTEST_PROP(StreamModel, is_the_page_sentence_by_sentence_on_random_traces,
              (std::uint32_t seed)) {
  with_random_runs(Rpu::kStream, seed, 8, check_same);
}

RC_GTEST_PROP(CrossbarModel, is_the_page_sentence_by_sentence_on_random_traces,
              (std::uint32_t seed)) {
  with_random_runs(Rpu::kCrossbar, seed, 8, check_same);
}

RC_GTEST_PROP(PipelinedModel, is_the_page_sentence_by_sentence_on_random_traces,
              (std::uint32_t seed)) {
  with_random_runs(Rpu::kPipelined, seed, 8, check_same);
}

/// All dispatches of a run.
std::vector<Expected> told(const trace::Trace& trace, const Machine& machine) {
  const trace::TraceProgram program(trace);
  StreamModel model(program, machine);
  std::vector<Expected> all;
  for (Expected expected; model.next(expected);) all.push_back(expected);
  return all;
}

/// What docs/spec/streaming.md and crossbar.md promise of every run.
void check_promises(const trace::Trace& trace, const Machine& machine) {
  const bool crossbar = machine.rpu == Rpu::kCrossbar;
  const std::unique_ptr<Mapping> mapping = make_mapping(machine);
  using LaneAt = std::pair<std::uint32_t, std::uint64_t>;
  std::set<LaneAt> served;                                          // once in a time unit
  std::map<LaneAt, std::tuple<Address, Op, std::uint32_t>> access;  // of a bank in a time unit
  std::map<LaneAt, std::uint32_t> waiting;                          // of a lane in a time unit
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> latest;  // of a lane at a bank
  for (const Expected& expected : told(trace, machine)) {
    if (machine.streaming.priority != Priority::kFixed)
      RC_ASSERT(expected.congestion <= longest_wait(machine));
    for (std::uint32_t lane = 0; lane < machine.width; ++lane) {
      const Address address = expected.dispatch.address[lane];
      if (address == kInactive) continue;
      const std::uint64_t time = expected.first_slot + expected.slot[lane];
      const std::uint32_t bank = mapping->bank(address);
      RC_ASSERT((served.insert({lane, time}).second));
      // A crossbar's bank serves one lane, others all that want the same.
      const std::tuple own{address, expected.dispatch.op, crossbar ? lane : 0};
      RC_ASSERT((access.insert({{bank, time}, own}).first->second == own));
      for (std::uint64_t t = expected.first_slot; t <= time; ++t)
        RC_ASSERT((++waiting[{lane, t}] <= lane_places(machine)));
      if (machine.rpu == Rpu::kPipelined) continue;
      std::uint64_t& before = latest[{lane, crossbar ? 0 : bank}];
      RC_ASSERT(before < time);
      before = time;
    }
  }
}

RC_GTEST_PROP(StreamLaw, lanes_banks_windows_orders_and_waits_are_as_promised,
              (std::uint32_t seed)) {
  with_random_runs(Rpu::kStream, seed, 20, check_promises);
}

RC_GTEST_PROP(PipelinedLaw, lanes_banks_windows_and_waits_are_as_promised, (std::uint32_t seed)) {
  with_random_runs(Rpu::kPipelined, seed, 20, check_promises);
}

RC_GTEST_PROP(CrossbarLaw, lanes_banks_orders_and_waits_are_as_promised, (std::uint32_t seed)) {
  with_random_runs(Rpu::kCrossbar, seed, 20, check_promises);
}

RC_GTEST_PROP(CrossbarLaw, with_fixed_whole_warps_bound_the_wait, (std::uint32_t seed)) {
  with_random_runs(Rpu::kCrossbar, seed, 20, [](const trace::Trace& some, Machine machine) {
    if (some.words() == 0) return;
    trace::Trace whole;
    for (const trace::TraceRound& round : some.rounds()) {
      for (std::size_t i = round.first; i < round.end; ++i) {
        std::vector<Address> address(some.addresses(i), some.addresses(i) + some.width());
        for (Address& a : address) a = a == kInactive ? 0 : a;
        whole.add(round.label, some.accesses()[i].warp, some.accesses()[i].op, address);
      }
      if (round.barrier_after) whole.add_barrier();
    }
    machine.streaming.priority = Priority::kFixed;
    const std::uint32_t depth = machine.streaming.depth;
    for (const Expected& expected : told(whole, machine))
      RC_ASSERT(expected.congestion <= depth * machine.width + (depth - 1) * (machine.width - 1));
  });
}

}  // namespace
}  // namespace superwarp::model
