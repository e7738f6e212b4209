// SPDX-License-Identifier: Apache-2.0
#include "tests/model/slot_by_slot.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "model/machine/machine_info.h"
#include "model/reference/mapping.h"
#include "tests/model/machines.h"
#include "tests/model/random_work.h"

/// \file
/// Law: the model equals a simulation of every time unit.

namespace superwarp::model {
namespace {

/// Without the rows and the key for a trace.
Machine random_machine(std::mt19937_64& random) {
  constexpr std::array<MachineKind, 5> kKinds = {MachineKind::kDmm, MachineKind::kUmm,
                                                 MachineKind::kSdmm, MachineKind::kRsdmm,
                                                 MachineKind::kGt200};
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

void check_same(const trace::Trace& trace, const Machine& machine) {
  const SlotBySlotRun truth = simulate_slot_by_slot(trace, machine);
  const trace::TraceProgram program(trace);
  ReferenceModel model(program, machine);
  Expected expected;
  std::uint64_t congestion = 0;
  for (const Served& served : truth.served) {
    RC_ASSERT(model.next(expected));
    RC_ASSERT(expected.dispatch.super_warp == served.super_warp);
    RC_ASSERT(expected.dispatch.round == served.round);
    RC_ASSERT(expected.first_slot == served.first_slot);
    RC_ASSERT(expected.congestion == served.congestion);
    RC_ASSERT(expected.slot == served.slot);
    congestion += served.congestion;
    if (expected.dispatch.op == Op::kWrite) continue;
    for (std::size_t lane = 0; lane < served.word.size(); ++lane) {
      if (expected.dispatch.address[lane] == kInactive) continue;
      RC_ASSERT(expected.word[lane] == served.word[lane]);
    }
  }
  RC_ASSERT(!model.next(expected));
  RC_ASSERT(model.totals().time_units == truth.time_units);
  RC_ASSERT(model.totals().slots == congestion);
  RC_ASSERT(model.totals().dispatches == truth.served.size());
  for (Address a = 0; a < truth.memory.size(); ++a) RC_ASSERT(model.word(a) == truth.memory[a]);

  ReferenceModel times_only(program, machine, {false});
  times_only.run();
  RC_ASSERT(times_only.totals().time_units == truth.time_units);

  if (machine.schedule == Schedule::kRounds && machine.rpu == Rpu::kBatch) {  // Lemma 1
    RC_ASSERT(
        truth.time_units ==
        (truth.served.empty() ? 0 : congestion + (machine.latency - 1) * model.totals().rounds));
  }
}

RC_GTEST_PROP(ReferenceModel, equals_a_simulation_slot_by_slot_on_random_traces,
              (std::uint32_t seed)) {
  std::mt19937_64 random(seed);
  for (int repeat = 0; repeat < 40; ++repeat) {
    Machine machine = random_machine(random);
    const trace::Trace trace = test::random_rounds(machine.width, machine.super_warp, 12, random);
    fit(machine, trace.words());
    check_same(trace, machine);
  }
}

/// docs/spec/serial.md: what a super warp takes is the batch's, when it takes it is not.
void check_serial(const trace::Trace& trace, Machine machine, std::uint32_t intake) {
  machine.ports = 1;
  machine.bank_words = 1;
  const SlotBySlotRun batch = simulate_slot_by_slot(trace, machine);
  machine.rpu = Rpu::kSerial;
  machine.streaming.others["intake"] = intake;
  check_same(trace, machine);
  if (machine.schedule == Schedule::kAsync) return;
  const SlotBySlotRun serial = simulate_slot_by_slot(trace, machine);
  RC_ASSERT(serial.served.size() == batch.served.size());
  std::uint64_t time = 0;
  for (std::size_t i = 0; i < serial.served.size(); ++i) {
    const Served& served = serial.served[i];
    RC_ASSERT(served.slot == batch.served[i].slot);
    RC_ASSERT(served.word == batch.served[i].word);
    const bool last = i + 1 == serial.served.size() || serial.served[i + 1].round != served.round;
    const bool first = i == 0 || serial.served[i - 1].round != served.round;
    if (first) time += machine.super_warp - 2 + intake;
    time += last ? served.congestion + machine.latency - 1
                 : std::max(served.congestion, machine.super_warp);
  }
  RC_ASSERT(serial.time_units == time);
  RC_ASSERT(serial.memory == batch.memory);
}

RC_GTEST_PROP(SerialPacker, has_the_slots_of_the_batch_and_the_time_of_the_formula,
              (std::uint32_t seed)) {
  std::mt19937_64 random(seed);
  for (int repeat = 0; repeat < 40; ++repeat) {
    Machine machine = random_machine(random);
    while (!machine_info(machine.kind).streams()) machine = random_machine(random);
    machine.super_warp = 2 + random() % 5;
    const trace::Trace trace = test::random_rounds(machine.width, machine.super_warp, 20, random);
    fit(machine, trace.words());
    check_serial(trace, machine, 1 + random() % 2);
  }
}

}  // namespace
}  // namespace superwarp::model
