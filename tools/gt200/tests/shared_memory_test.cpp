// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "model/reference/slot_rule.h"
#include "sim/trace/trace_program.h"
#include "tests/bench/bench_fixture.h"
#include "tools/gt200/patterns.h"
#include "tools/gt200/text_procedure.h"

/// \file
/// The shared memory of the GT200: RTL = model = the text's procedure.

namespace superwarp::gt200 {
namespace {

Machine gt200(std::uint32_t width = kGt200Banks) {
  Machine machine;
  machine.kind = MachineKind::kGt200;
  machine.width = width;
  return machine;
}

/// The model's slots of one access.
TextSteps model_steps(const std::vector<Address>& address, std::uint32_t width) {
  Machine machine = gt200(width);
  machine.rows = 1024;
  model::SlotRule rule(machine);
  TextSteps result;
  result.step.resize(address.size());
  result.steps = rule.apply(address.data(), result.step.data());
  return result;
}

/// Cases covered by a set of random accesses.
struct Coverage {
  std::uint64_t accesses = 0;
  std::uint64_t one_bank = 0;           ///< a different word of one bank for every thread
  std::uint64_t mixed = 0;              ///< a word for several threads, and several steps
  std::uint64_t equal_words_apart = 0;  ///< equal words in different steps
  std::uint64_t writes = 0;
};

void count(const std::vector<Address>& address, Op op, const TextSteps& text, Coverage& coverage) {
  std::map<Address, std::set<std::uint32_t>> steps_of;
  std::map<Address, std::uint32_t> threads_of;
  std::map<std::uint32_t, std::set<Address>> words_of;
  const auto width = static_cast<std::uint32_t>(address.size());
  for (std::uint32_t t = 0; t < width; ++t) {
    if (address[t] == kInactive) continue;
    steps_of[address[t]].insert(text.step[t]);
    ++threads_of[address[t]];
    words_of[address[t] % width].insert(address[t]);
  }
  const auto any = [](const auto& all, auto holds) { return std::any_of(all.begin(), all.end(), holds); };
  ++coverage.accesses;
  if (op == Op::kWrite) ++coverage.writes;
  if (any(words_of, [&](const auto& bank) { return bank.second.size() == width; })) ++coverage.one_bank;
  if (text.steps > 1 && any(threads_of, [](const auto& word) { return word.second > 1; })) ++coverage.mixed;
  if (any(steps_of, [](const auto& word) { return word.second.size() > 1; })) ++coverage.equal_words_apart;
}

/// Compares the RTL with the model in `rounds` rounds of 25 half-warps, and the model with the
/// text's procedure in every access.
Coverage check(std::uint64_t seed, std::uint32_t width, std::uint64_t rounds, std::uint32_t latency, Schedule schedule,
               bool shallow) {
  constexpr std::uint32_t kHalfWarps = 25;
  const RandomHalfWarps program(seed, width, kHalfWarps, rounds, std::max(64U, width));
  Machine machine = gt200(width);
  machine.latency = latency;
  machine.schedule = schedule;
  const evaluate::Evaluation evaluation = test::evaluate(program, machine, {}, shallow);
  EXPECT_TRUE(evaluation.agree()) << "seed " << seed << ": " << evaluation.disagreement;

  Coverage coverage;
  std::uint64_t steps = 0;
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::uint32_t warp = 0; warp < kHalfWarps; ++warp) {
      std::vector<Address> address(width, kInactive);
      std::vector<Word> data(width);
      const Op op = program.access(round, warp, nullptr, address.data(), data.data());
      const TextSteps text = text_steps(address, width);
      const TextSteps model = model_steps(address, width);
      EXPECT_EQ(model.steps, text.steps) << "round " << round << ", half-warp " << warp;
      EXPECT_EQ(model.step, text.step) << "round " << round << ", half-warp " << warp;
      if (::testing::Test::HasFailure()) return coverage;
      count(address, op, text, coverage);
      steps += text.steps;
    }
  }
  EXPECT_EQ(evaluation.rtl->slots, steps);
  return coverage;
}

/// 16 banks: 10^5 half-warps and more.
TEST(Gt200SharedMemory, rtl_equals_model_equals_the_texts_procedure_on_100000_half_warps) {
  Coverage all;
  std::uint64_t seed = 0;
  for (const std::uint32_t latency : {1U, 2U, 7U, 30U}) {
    for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
      for (int repeat = 0; repeat < 2; ++repeat) {
        const Coverage c = check(++seed, kGt200Banks, 260, latency, schedule, false);
        all.accesses += c.accesses;
        all.one_bank += c.one_bank;
        all.mixed += c.mixed;
        all.equal_words_apart += c.equal_words_apart;
        all.writes += c.writes;
      }
    }
  }
  fmt::print(
      "{} half-warps: {} of 16 words of one bank, {} of broadcast and conflict, {} with equal "
      "words apart, {} writes\n",
      all.accesses, all.one_bank, all.mixed, all.equal_words_apart, all.writes);
  EXPECT_GE(all.accesses, 100000U);
  EXPECT_GE(all.one_bank, 5000U);
  EXPECT_GE(all.mixed, 20000U);
  EXPECT_GE(all.equal_words_apart, 10000U);
  EXPECT_GE(all.writes, 20000U);
}

/// The slot selection for silicon, and other numbers of banks.
TEST(Gt200SharedMemory, both_forms_and_other_widths_are_equal) {
  check(100, 16, 40, 3, Schedule::kAsync, true);
  for (const std::uint32_t width : {2U, 4U, 32U}) check(200 + width, width, 40, 3, Schedule::kRounds, false);
}

struct Worked {
  const char* what;
  std::vector<Address> address;
  std::vector<std::uint32_t> step;
};

/// By hand, on four banks.
TEST(Gt200SharedMemory, serves_one_word_and_one_thread_of_every_other_bank_a_step) {
  constexpr Address kNone = kInactive;
  const std::vector<Worked> examples = {
      {"one word is broadcast", {5, 5, 5, 5}, {0, 0, 0, 0}},
      {"n banks, one step", {4, 1, 6, 3}, {0, 0, 0, 0}},
      {"four words of one bank", {0, 4, 8, 12}, {0, 1, 2, 3}},
      {"equal words of another bank wait for their turn", {0, 1, 1, 1}, {0, 0, 1, 1}},
      {"a word is broadcast when its thread is the lowest", {1, 0, 0, 1}, {0, 0, 1, 0}},
      {"the broadcast word's bank serves no other word", {0, 4, 0, 4}, {0, 1, 0, 1}},
      {"inactive threads lead nothing", {kNone, 2, 6, 2}, {0, 0, 1, 0}},
      {"idle", {kNone, kNone, kNone, kNone}, {0, 0, 0, 0}},
  };
  for (const Worked& example : examples) {
    const TextSteps model = model_steps(example.address, 4);
    EXPECT_EQ(model.step, example.step) << example.what;
    EXPECT_EQ(text_steps(example.address, 4).step, example.step) << example.what;
    if (std::count(example.address.begin(), example.address.end(), kNone) == 4) continue;
    trace::Trace trace;
    trace.add(0, 0, Op::kRead, example.address);
    const evaluate::Evaluation evaluation = test::evaluate(trace::TraceProgram(trace), gt200(4));
    EXPECT_TRUE(evaluation.agree()) << example.what << ": " << evaluation.disagreement;
    EXPECT_EQ(evaluation.rtl->slots, model.steps) << example.what;
  }
}

/// Of writes to one word the last step's stays, and within a step the lowest thread's.
TEST(Gt200SharedMemory, writes_leave_the_word_of_the_last_steps_lowest_thread) {
  trace::Trace trace;
  trace.add(0, 0, Op::kWrite, {0, 1, 1, 1});
  const trace::TraceProgram program(trace);
  Machine machine = gt200(4);
  machine.rows = 1;
  const evaluate::Evaluation evaluation = test::evaluate(program, machine);
  ASSERT_TRUE(evaluation.agree()) << evaluation.disagreement;
  EXPECT_EQ(evaluation.rtl->memory[0], written_token(0, 0, 4));
  EXPECT_EQ(evaluation.rtl->memory[1], written_token(0, 2, 4));
}

}  // namespace
}  // namespace superwarp::gt200
