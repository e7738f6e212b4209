// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/machine/machine_info.h"
#include "model/machine/rpu_info.h"
#include "model/machine/shape.h"
#include "model/reference/mapping.h"
#include "model/reference/model.h"
#include "tests/model/literal_models.h"
#include "tests/model/machines.h"
#include "tests/model/random_work.h"

/// \file
/// Laws: the model equals simulations that follow the pages sentence by sentence, and the pages'
/// promises hold.

namespace superwarp::model {
namespace {

/// The trace by one block, or of several that are resident together.
InBlocks in_blocks(const trace::Trace& trace, std::uint32_t super_warp, std::mt19937_64& random) {
  const auto blocks = static_cast<std::uint32_t>(random() % 3 == 0 ? 2 + random() % 4 : 1);
  const std::uint32_t super_warps = (trace.warps() + super_warp - 1) / super_warp;
  return {trace, blocks, (super_warps + blocks - 1) / blocks * super_warp};
}

trace::TraceProgram program_of(const InBlocks& blocks) {
  return trace::TraceProgram(blocks.trace, blocks.count, blocks.warps);
}

void check_same(const InBlocks& blocks, const Machine& machine) {
  const LiteralRun truth =
      machine.overlaps() ? stream_literally(blocks, machine) : simulate_slot_by_slot(blocks, machine);
  const trace::TraceProgram program = program_of(blocks);
  const auto model = make_reference(program, machine);
  Expected expected;
  for (const LiteralDispatch& served : truth.dispatches) {
    RC_ASSERT(model->next(expected));
    RC_ASSERT(expected.dispatch.super_warp == served.super_warp);
    RC_ASSERT(expected.dispatch.round == served.round);
    RC_ASSERT(expected.first_slot == served.first_slot);
    RC_ASSERT(expected.congestion == served.congestion);
    for (std::size_t lane = 0; lane < served.slot.size(); ++lane) {
      if (expected.dispatch.address[lane] == kInactive) continue;
      RC_ASSERT(expected.slot[lane] == served.slot[lane]);
      if (expected.dispatch.op == Op::kRead) RC_ASSERT(expected.word[lane] == served.word[lane]);
    }
  }
  RC_ASSERT(!model->next(expected));
  for (Address a = 0; a < truth.memory.size(); ++a) RC_ASSERT(model->word(a) == truth.memory[a]);
  const auto check_totals = [&](const Figures& totals) {
    RC_ASSERT(totals.time_units == truth.time_units);
    RC_ASSERT(totals.slots == truth.slots);
    RC_ASSERT(totals.dispatches == truth.dispatches.size());
  };
  check_totals(model->totals());
  for (const bool with_data : {false, true}) {
    const auto at_once = make_reference(program, machine, {with_data});
    for (std::size_t i = 0; i < truth.dispatches.size() / 2; ++i) at_once->next(expected);
    at_once->run();
    check_totals(at_once->totals());
  }
  if (machine.schedule == Schedule::kRounds && machine.rpu == Rpu::kBatch)  // Lemma 1
    RC_ASSERT(truth.time_units == truth.slots + (machine.latency - 1) * std::uint64_t{model->totals().rounds});
}

/// Without the rows and the key for a trace.
Machine random_batch_machine(std::mt19937_64& random) {
  constexpr std::array<MachineKind, 5> kKinds = {MachineKind::kDmm, MachineKind::kUmm, MachineKind::kSdmm,
                                                 MachineKind::kRsdmm, MachineKind::kGt200};
  const auto kind = kKinds[random() % kKinds.size()];
  const bool has_super_warps = kind == MachineKind::kSdmm || kind == MachineKind::kRsdmm;
  const bool powers = random() % 2 == 0;
  const auto width = static_cast<std::uint32_t>(powers ? 2U << random() % 4 : 1 + random() % 20);
  const auto banks = static_cast<std::uint32_t>(powers ? width : 1 + random() % 20);
  const auto latency = static_cast<std::uint32_t>(1 + random() % (random() % 2 == 0 ? 4 : 30));
  Machine machine = make_machine(kind, width, latency, has_super_warps ? 1 + random() % 4 : 1,
                                 random() % 2 == 0 ? Schedule::kRounds : Schedule::kAsync, 0);
  machine.banks = banks;
  if (kind != MachineKind::kGt200) machine.ports = 1 + random() % 2;
  const bool shifts = kind == MachineKind::kGt200 || kind == MachineKind::kRsdmm;
  if (!shifts && banks >= 4 && banks % 2 == 0) machine.bank_words = 1 + random() % 2;
  if (kind == MachineKind::kRsdmm) {
    machine.mapping = "random-shift";
    machine.seed = random();
  }
  return machine;
}

RC_GTEST_PROP(ReferenceModel, equals_a_simulation_slot_by_slot_on_random_traces, (std::uint32_t seed)) {
  std::mt19937_64 random(seed);
  for (int repeat = 0; repeat < 40; ++repeat) {
    Machine machine = random_batch_machine(random);
    const trace::Trace trace = test::random_rounds(machine.width, machine.super_warp, 12, random);
    fit(machine, trace.words());
    check_same(in_blocks(trace, machine.super_warp, random), machine);
  }
}

/// docs/spec/serial.md: what a super warp takes is the batch's, when it takes it is not.
void check_serial(const InBlocks& blocks, Machine machine, std::uint32_t intake) {
  machine.ports = 1;
  machine.bank_words = 1;
  const LiteralRun batch = simulate_slot_by_slot(blocks, machine);
  machine.rpu = Rpu::kSerial;
  machine.streaming.others["intake"] = intake;
  check_same(blocks, machine);
  if (machine.schedule == Schedule::kAsync) return;
  const LiteralRun serial = simulate_slot_by_slot(blocks, machine);
  RC_ASSERT(serial.dispatches.size() == batch.dispatches.size());
  std::uint64_t time = 0;
  for (std::size_t i = 0; i < serial.dispatches.size(); ++i) {
    const LiteralDispatch& served = serial.dispatches[i];
    RC_ASSERT(served.slot == batch.dispatches[i].slot);
    RC_ASSERT(served.word == batch.dispatches[i].word);
    const bool last = i + 1 == serial.dispatches.size() || serial.dispatches[i + 1].round != served.round;
    const bool first = i == 0 || serial.dispatches[i - 1].round != served.round;
    if (first) time += machine.super_warp - 2 + intake;
    time += last ? served.congestion + machine.latency - 1 : std::max(served.congestion, machine.super_warp);
  }
  RC_ASSERT(serial.time_units == time);
  RC_ASSERT(serial.memory == batch.memory);
}

RC_GTEST_PROP(SerialPacker, has_the_slots_of_the_batch_and_the_time_of_the_formula, (std::uint32_t seed)) {
  std::mt19937_64 random(seed);
  for (int repeat = 0; repeat < 40; ++repeat) {
    Machine machine = random_batch_machine(random);
    while (!machine_info(machine.kind).streams()) machine = random_batch_machine(random);
    machine.super_warp = 2 + random() % 5;
    const trace::Trace trace = test::random_rounds(machine.width, machine.super_warp, 20, random);
    fit(machine, trace.words());
    check_serial(in_blocks(trace, machine.super_warp, random), machine, 1 + random() % 2);
  }
}

/// A queue, a store of words and other later passes.
void add_small_window(Streaming& streaming, std::mt19937_64& random) {
  const auto set = [&](const char* name, std::uint64_t value) {
    rpu_info(Rpu::kPipelined).option(name)->set(streaming, static_cast<std::uint32_t>(value));
  };
  set("queue", random() % (1 + std::min(8U, kMostDepth - streaming.depth)));
  set("store", random() % 6);
  set("later", random() % 3);
}

Machine random_overlapping_machine(const trace::Trace& trace, Rpu rpu, std::mt19937_64& random) {
  const auto depth = static_cast<std::uint32_t>(1 + random() % kMostDepth);
  const auto passes = static_cast<std::uint32_t>(1 + random() % 4);
  const std::vector<RpuChoice>& priorities = rpu_info(rpu).option("priority")->choices;
  Machine machine =
      overlapping(rpu, trace.width(), static_cast<std::uint32_t>(1 + random() % (random() % 2 == 0 ? 4 : 30)),
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

/// Calls check(blocks, machine) for machines of this RPU, of width 1 to 64 and any number of
/// banks.
template <class Check>
void with_random_runs(Rpu rpu, std::uint32_t seed, int repeats, Check check) {
  std::mt19937_64 random(seed);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    const auto width = static_cast<std::uint32_t>(random() % 2 == 0 ? 2U << random() % 6 : 1 + random() % 33);
    const trace::Trace trace = test::random_rounds(width, 1, 24, random);
    const Machine machine = random_overlapping_machine(trace, rpu, random);
    check(in_blocks(trace, 1, random), machine);
  }
}

RC_GTEST_PROP(StreamModel, is_the_page_sentence_by_sentence_on_random_traces, (std::uint32_t seed)) {
  with_random_runs(Rpu::kStream, seed, 8, check_same);
}

RC_GTEST_PROP(CrossbarModel, is_the_page_sentence_by_sentence_on_random_traces, (std::uint32_t seed)) {
  with_random_runs(Rpu::kCrossbar, seed, 8, check_same);
}

RC_GTEST_PROP(PipelinedModel, is_the_page_sentence_by_sentence_on_random_traces, (std::uint32_t seed)) {
  with_random_runs(Rpu::kPipelined, seed, 8, check_same);
}

/// All dispatches of a run.
std::vector<Expected> told(const InBlocks& blocks, const Machine& machine) {
  const trace::TraceProgram program = program_of(blocks);
  const auto model = make_reference(program, machine);
  std::vector<Expected> all;
  for (Expected expected; model->next(expected);) all.push_back(expected);
  return all;
}

/// What docs/spec/streaming.md and crossbar.md promise of every run.
void check_promises(const InBlocks& blocks, const Machine& machine) {
  const bool crossbar = machine.rpu == Rpu::kCrossbar;
  const std::unique_ptr<Mapping> mapping = make_mapping(machine);
  using LaneAt = std::pair<std::uint32_t, std::uint64_t>;
  std::set<LaneAt> served;                                                  // once in a time unit
  std::map<LaneAt, std::tuple<Address, Op, std::uint32_t>> access;          // of a bank in a time unit
  std::map<LaneAt, std::uint32_t> waiting;                                  // of a lane in a time unit
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> latest;  // of a lane at a bank
  for (const Expected& expected : told(blocks, machine)) {
    if (machine.streaming.priority != Priority::kFixed) RC_ASSERT(expected.congestion <= longest_wait(machine));
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

RC_GTEST_PROP(StreamLaw, lanes_banks_windows_orders_and_waits_are_as_promised, (std::uint32_t seed)) {
  with_random_runs(Rpu::kStream, seed, 20, check_promises);
}

RC_GTEST_PROP(PipelinedLaw, lanes_banks_windows_and_waits_are_as_promised, (std::uint32_t seed)) {
  with_random_runs(Rpu::kPipelined, seed, 20, check_promises);
}

RC_GTEST_PROP(CrossbarLaw, lanes_banks_orders_and_waits_are_as_promised, (std::uint32_t seed)) {
  with_random_runs(Rpu::kCrossbar, seed, 20, check_promises);
}

RC_GTEST_PROP(CrossbarLaw, with_fixed_whole_warps_bound_the_wait, (std::uint32_t seed)) {
  with_random_runs(Rpu::kCrossbar, seed, 20, [](const InBlocks& blocks, Machine machine) {
    const trace::Trace& some = blocks.trace;
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
    for (const Expected& expected : told({whole, 1, whole.warps()}, machine))
      RC_ASSERT(expected.congestion <= depth * machine.width + (depth - 1) * (machine.width - 1));
  });
}

}  // namespace
}  // namespace superwarp::model
