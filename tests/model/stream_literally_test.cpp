// SPDX-License-Identifier: Apache-2.0
#include "tests/model/stream_literally.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/random.h"
#include "model/reference/stream_model.h"
#include "tests/model/stream_example.h"

/// \file
/// Laws: the model follows the pages on streaming and on the crossbar sentence by sentence, and the
/// pages' promises hold.

namespace superwarp::model {
namespace {

/// A random trace with few or many words, idle lanes and warps, barriers.
trace::Trace random_trace(std::uint32_t width, std::mt19937_64& random) {
  const auto percent = [&](std::uint64_t chance) { return random() % 100 < chance; };
  const auto warps = static_cast<std::uint32_t>(1 + random() % 24);
  const std::uint64_t rounds = 1 + random() % 6;
  const std::uint64_t words = 1 + random() % (percent(50) ? 3 * width : 40 * width);
  const std::uint64_t idle_lanes = random() % 95;
  const std::uint64_t idle_warps = random() % 60;
  const std::uint64_t one_bank = percent(30) ? random() % 100 : 0;
  trace::Trace trace;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      if (percent(idle_warps)) continue;
      std::vector<Address> address(width, kInactive);
      for (Address& a : address) {
        if (percent(idle_lanes)) continue;
        a = static_cast<Address>(random() % words);
        if (percent(one_bank)) a = a / width * width;
      }
      trace.add(2 * round, warp, percent(60) ? Op::kRead : Op::kWrite, address);
    }
    if (percent(20)) trace.add_barrier();
  }
  if (trace.accesses().empty()) trace.add(0, 0, Op::kRead, std::vector<Address>(width, 0));
  return trace;
}

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
  Machine machine = stream_machine(
      trace.width(), static_cast<std::uint32_t>(1 + random() % (random() % 2 == 0 ? 4 : 30)),
      {depth, passes, static_cast<Priority>(priorities[random() % 2].value)},
      random() % 4 == 0 ? Schedule::kRounds : Schedule::kAsync, 0);
  if (random() % 2 == 0) machine.banks = static_cast<std::uint32_t>(1 + random() % 40);
  machine.rows = rows_covering(trace.words(), machine.bank_count());
  machine.rpu = rpu;
  if (rpu == Rpu::kPipelined && random() % 2 == 0) add_small_window(machine.streaming, random);
  if (random() % 2 == 0) {
    machine.kind = MachineKind::kRsdmm;
    machine.mapping = "random-shift";
    machine.key = random_shifts(random(), machine.rows, machine.bank_count());
  }
  return machine;
}

/// Calls check(trace, machine) for machines of this RPU, of width 1 to 64 and any number of banks.
template <class Check>
void with_random_runs(Rpu rpu, std::uint32_t seed, int repeats, Check check) {
  std::mt19937_64 random(seed);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const auto width =
        static_cast<std::uint32_t>(random() % 2 == 0 ? 2U << random() % 6 : 1 + random() % 33);
    const trace::Trace trace = random_trace(width, random);
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

template <class Visit>
void for_each_request(const std::vector<Expected>& run, Visit visit) {
  for (const Expected& expected : run) {
    for (std::uint32_t lane = 0; lane < expected.dispatch.address.size(); ++lane) {
      const Address address = expected.dispatch.address[lane];
      if (address != kInactive)
        visit(expected, lane, address, expected.first_slot + expected.slot[lane]);
    }
  }
}

RC_GTEST_PROP(StreamLaw, no_request_waits_longer_than_depth_times_width, (std::uint32_t seed)) {
  with_random_runs(Rpu::kStream, seed, 20, [](const trace::Trace& trace, const Machine& machine) {
    for (const Expected& expected : told(trace, machine))
      RC_ASSERT(expected.congestion <= machine.streaming.depth * machine.width);
  });
}

void check_one_access_a_bank(Rpu rpu, std::uint32_t seed) {
  with_random_runs(rpu, seed, 20, [](const trace::Trace& trace, const Machine& machine) {
    const std::unique_ptr<Mapping> mapping = make_mapping(machine);
    std::set<std::pair<std::uint64_t, std::uint32_t>> lanes;
    std::map<std::pair<std::uint64_t, std::uint32_t>, std::pair<Address, Op>> banks;
    for_each_request(told(trace, machine), [&](const Expected& expected, std::uint32_t lane,
                                               Address address, std::uint64_t time) {
      RC_ASSERT((lanes.insert({time, lane}).second));
      const std::pair<Address, Op> access = {address, expected.dispatch.op};
      const auto known = banks.insert({{time, mapping->bank(address)}, access}).first;
      RC_ASSERT(known->second == access);
    });
  });
}

RC_GTEST_PROP(StreamLaw, a_time_unit_serves_a_lane_once_and_a_bank_makes_one_access,
              (std::uint32_t seed)) {
  for (const Rpu rpu : {Rpu::kStream, Rpu::kPipelined}) check_one_access_a_bank(rpu, seed);
}

RC_GTEST_PROP(PipelinedLaw, no_request_waits_longer_than_the_page_promises, (std::uint32_t seed)) {
  with_random_runs(Rpu::kPipelined, seed, 20,
                   [](const trace::Trace& trace, const Machine& machine) {
                     for (const Expected& expected : told(trace, machine))
                       RC_ASSERT(expected.congestion <= longest_wait(machine));
                   });
}

RC_GTEST_PROP(StreamLaw, a_lanes_requests_to_a_bank_are_served_in_the_order_in_which_they_came,
              (std::uint32_t seed)) {
  with_random_runs(Rpu::kStream, seed, 20, [](const trace::Trace& trace, const Machine& machine) {
    const std::unique_ptr<Mapping> mapping = make_mapping(machine);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> latest;
    for_each_request(told(trace, machine), [&](const Expected& /*expected*/, std::uint32_t lane,
                                               Address address, std::uint64_t time) {
      std::uint64_t& before = latest[{lane, mapping->bank(address)}];
      RC_ASSERT(before < time);
      before = time;
    });
  });
}

void check_windows(Rpu rpu, std::uint32_t seed) {
  with_random_runs(rpu, seed, 20, [](const trace::Trace& trace, const Machine& machine) {
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> waiting;
    for_each_request(told(trace, machine), [&](const Expected& expected, std::uint32_t lane,
                                               Address /*address*/, std::uint64_t time) {
      for (std::uint64_t t = expected.first_slot; t <= time; ++t)
        RC_ASSERT((++waiting[{lane, t}] <= lane_places(machine)));
    });
  });
}

RC_GTEST_PROP(StreamLaw, a_window_never_holds_more_than_depth_requests, (std::uint32_t seed)) {
  for (const Rpu rpu : {Rpu::kStream, Rpu::kPipelined}) check_windows(rpu, seed);
}

RC_GTEST_PROP(CrossbarLaw, with_round_robin_no_request_waits_longer_than_depth_times_width,
              (std::uint32_t seed)) {
  with_random_runs(Rpu::kCrossbar, seed, 20, [](const trace::Trace& trace, Machine machine) {
    machine.streaming.priority = Priority::kRoundRobin;
    for (const Expected& expected : told(trace, machine))
      RC_ASSERT(expected.congestion <= machine.streaming.depth * machine.width);
  });
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

RC_GTEST_PROP(CrossbarLaw, a_time_unit_serves_a_lane_once_and_a_bank_one_lane,
              (std::uint32_t seed)) {
  with_random_runs(Rpu::kCrossbar, seed, 20, [](const trace::Trace& trace, const Machine& machine) {
    const std::unique_ptr<Mapping> mapping = make_mapping(machine);
    std::set<std::pair<std::uint64_t, std::uint32_t>> lanes;
    std::set<std::pair<std::uint64_t, std::uint32_t>> banks;
    for_each_request(told(trace, machine), [&](const Expected& /*expected*/, std::uint32_t lane,
                                               Address address, std::uint64_t time) {
      RC_ASSERT((lanes.insert({time, lane}).second));
      RC_ASSERT((banks.insert({time, mapping->bank(address)}).second));
    });
  });
}

RC_GTEST_PROP(CrossbarLaw, a_lanes_requests_are_served_in_the_order_in_which_they_came,
              (std::uint32_t seed)) {
  with_random_runs(Rpu::kCrossbar, seed, 20, [](const trace::Trace& trace, const Machine& machine) {
    std::map<std::uint32_t, std::uint64_t> latest;
    for_each_request(told(trace, machine), [&](const Expected& /*expected*/, std::uint32_t lane,
                                               Address /*address*/, std::uint64_t time) {
      RC_ASSERT(latest[lane] < time);
      latest[lane] = time;
    });
  });
}

}  // namespace
}  // namespace superwarp::model
