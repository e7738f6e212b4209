// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <tuple>

#include "model/reference/mapping.h"
#include "model/reference/reference_model.h"
#include "sim/trace/trace_program.h"
#include "tests/traceg/sample.h"

namespace superwarp::traceg {
namespace {

constexpr const char* kFull = "ffffffff";
constexpr const char* kBar = "0010 ffffffff 0 BAR.SYNC 0 0 0";

std::string line(int pc, const char* opcode, const std::string& mask, const std::string& rest) {
  return fmt::format("{:04x} {} 1 R6 {} 1 R3 4 {}", pc, mask, opcode, rest);
}

/// A random execution and its cost by the definition: distinct words per bank.
struct Execution {
  const char* opcode = "LDS";
  std::uint32_t bytes = 4;
  bool atomic = false;
  std::uint32_t mask = 0;
  std::vector<std::uint32_t> address = std::vector<std::uint32_t>(32);

  [[nodiscard]] std::string text(int pc) const {
    std::string list = "0";
    for (std::uint32_t t = 0; t < 32; ++t) {
      if ((mask >> t & 1U) != 0) list += fmt::format(" {:#x}", address[t]);
    }
    return line(pc, opcode, fmt::format("{:08x}", mask), list + " 0");
  }

  /// Slots on the DMM (banks of words) or the UMM (rows).
  [[nodiscard]] std::uint64_t slots(std::uint32_t width, bool unified) const {
    const std::uint32_t words = std::max(1U, bytes / 4);
    std::uint64_t sum = 0;
    for (std::uint32_t first = 0; first < 32; first += width / words) {
      std::vector<std::uint32_t> waiting;
      for (std::uint32_t t = first; t < first + width / words; ++t) {
        if ((mask >> t & 1U) != 0) waiting.push_back(address[t] / 4);
      }
      while (!waiting.empty()) {
        std::set<std::uint32_t> served;
        std::vector<std::uint32_t> later;
        for (const std::uint32_t word : waiting) {
          if (!served.insert(word).second && atomic) later.push_back(word);
        }
        std::map<std::uint32_t, std::set<std::uint32_t>> bank;
        for (const std::uint32_t word : served) {
          for (std::uint32_t w = word; w < word + words; ++w)
            bank[unified ? 0 : w % width].insert(unified ? w / width : w);
        }
        std::size_t congestion = 0;
        for (const auto& [number, keys] : bank) congestion = std::max(congestion, keys.size());
        sum += congestion * (atomic ? 2 : 1);
        waiting = later;
      }
    }
    return sum;
  }
};

Execution random_execution(std::mt19937_64& random) {
  static const std::vector<std::tuple<const char*, std::uint32_t, bool>> opcodes = {
      {"LDS.U8", 1, false},     {"STS.U16", 2, false},  {"LDS", 4, false},        {"STS.64", 8, false},
      {"LDS.U.128", 16, false}, {"ATOMS.ADD", 4, true}, {"ATOMS.CAS.64", 8, true}};
  Execution execution;
  std::tie(execution.opcode, execution.bytes, execution.atomic) = opcodes[random() % opcodes.size()];
  execution.mask = static_cast<std::uint32_t>(random() % 3 == 0 ? ~0ULL : random());
  const std::uint64_t range = std::uint64_t{1} << (3 + random() % 10);
  for (std::uint32_t& address : execution.address)
    address = static_cast<std::uint32_t>(random() % range) * execution.bytes;
  return execution;
}

/// The oracle shares no code with the reader, the lowering or the congestion counter.
TEST(TracegRules, cost_is_distinct_words_per_bank_in_halves_quarters_and_passes) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Execution> executions;
    std::vector<std::string> lines;
    for (int i = 0; i < 8; ++i) {
      executions.push_back(random_execution(random));
      lines.push_back(executions.back().text(16 * i));
    }
    for (const std::uint32_t width : {32U, 16U}) {
      const Replayed replayed = replay(trace_of({lines}), width, 1);
      const auto dmm = costs_on(replayed, machine_for(MachineKind::kDmm, width));
      const auto umm = costs_on(replayed, machine_for(MachineKind::kUmm, width));
      ASSERT_EQ(replayed.instructions.size(), executions.size());
      for (std::size_t i = 0; i < executions.size(); ++i) {
        EXPECT_EQ(dmm[i].machine[0].slots, executions[i].slots(width, false)) << lines[i];
        EXPECT_EQ(umm[i].machine[0].slots, executions[i].slots(width, true)) << lines[i];
      }
    }
  }
}

/// A warp's accesses, one after another.
using Sequence = std::vector<std::tuple<Op, std::vector<Address>>>;

std::map<std::uint32_t, Sequence> sequences(const trace::Trace& trace) {
  std::map<std::uint32_t, Sequence> by_warp;
  for (std::size_t i = 0; i < trace.accesses().size(); ++i) {
    by_warp[trace.accesses()[i].warp].push_back(
        {trace.accesses()[i].op, {trace.addresses(i), trace.addresses(i) + trace.width()}});
  }
  return by_warp;
}

std::vector<std::vector<std::string>> random_warps(std::mt19937_64& random) {
  std::vector<std::vector<std::string>> warps(1 + random() % 7);
  std::vector<Execution> code(5);
  for (Execution& execution : code) execution = random_execution(random);
  for (auto& lines : warps) {
    for (std::uint64_t n = random() % 12; n > 0; --n) {
      const int pc = static_cast<int>(random() % code.size());
      Execution execution = code[static_cast<std::size_t>(pc)];
      execution.mask = static_cast<std::uint32_t>(random());
      lines.push_back(random() % 6 == 0 ? "0fff ffffffff 0 BAR.SYNC 0 0 0" : execution.text(16 * pc));
    }
  }
  return warps;
}

TEST(TracegRules, warps_keep_their_program_order_whatever_the_super_warp) {
  std::mt19937_64 random(8);
  for (int trial = 0; trial < 300; ++trial) {
    const std::string text = trace_of(random_warps(random));
    const auto alone = sequences(replay(text, 32, 1).lowered[0].trace);
    for (const std::uint32_t s : {2U, 3U, 8U}) {
      const Replayed replayed = replay(text, 32, s);
      EXPECT_EQ(sequences(replayed.lowered[0].trace), alone);
      EXPECT_NO_THROW(trace::check_super_warps(replayed.lowered[0].trace, s));
    }
  }
}

TEST(TracegRules, a_super_warp_executes_one_instruction_at_a_time) {
  std::mt19937_64 random(9);
  for (int trial = 0; trial < 300; ++trial) {
    const Replayed replayed = replay(trace_of(random_warps(random)), 32, 3);
    const Lowered& lowered = replayed.lowered[0];
    for (const trace::TraceRound& round : lowered.trace.rounds()) {
      std::map<std::uint32_t, std::set<std::uint32_t>> of;
      for (std::size_t i = round.first; i < round.end; ++i)
        of[lowered.trace.accesses()[i].warp / 3].insert(lowered.instruction[i]);
      for (const auto& [group, instructions] : of) EXPECT_EQ(instructions.size(), 1U);
    }
  }
}

/// Two loops of different lengths: the warps meet again after them.
TEST(TracegRules, warps_that_diverged_meet_at_the_lowest_pc) {
  const Replayed replayed = replay(sample("good/loops_diverge.traceg"), 32, 2);
  const trace::Trace& trace = replayed.lowered[0].trace;
  ASSERT_EQ(trace.rounds().size(), 5U);
  std::vector<std::size_t> warps;
  for (const trace::TraceRound& round : trace.rounds()) warps.push_back(round.end - round.first);
  EXPECT_EQ(warps, (std::vector<std::size_t>{2, 2, 1, 1, 2}));
}

TEST(TracegRules, sums_of_the_report_equal_the_models_counts) {
  std::mt19937_64 random(10);
  for (int trial = 0; trial < 100; ++trial) {
    const std::string text = trace_of(random_warps(random));
    for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
      for (const std::uint32_t s : {1U, 3U}) {
        Machine machine = machine_for(s == 1 ? MachineKind::kDmm : MachineKind::kRsdmm, 32, s);
        machine.schedule = schedule;
        const Replayed replayed = replay(text, 32, s);
        if (replayed.lowered[0].trace.accesses().empty()) continue;
        const trace::TraceProgram program(replayed.lowered[0].trace);
        model::ReferenceModel model(program, machine);
        model.run();
        Cost sum;
        std::uint64_t requests = 0;
        for (const InstructionCosts& costs : costs_on(replayed, machine)) {
          requests += costs.requests;
          sum.dispatches += costs.machine[0].dispatches;
          sum.slots += costs.machine[0].slots;
          sum.max = std::max(sum.max, costs.machine[0].max);
        }
        EXPECT_EQ(requests, model.totals().requests);
        EXPECT_EQ(sum.dispatches, model.totals().dispatches);
        EXPECT_EQ(sum.slots, model.totals().slots);
        EXPECT_EQ(sum.max, model.totals().max_congestion);
      }
    }
  }
}

TEST(TracegRules, barriers_separate_the_accesses_before_and_after_them) {
  const Replayed replayed = replay(sample("good/barriers.traceg"), 32, 1);
  const trace::Trace& trace = replayed.lowered[0].trace;
  ASSERT_EQ(trace.rounds().size(), 3U);
  EXPECT_TRUE(trace.rounds()[0].barrier_after);
  EXPECT_FALSE(trace.rounds()[1].barrier_after);  // predicated off: no barrier
  // Each warp reads the other's word, so no asynchronous read may precede either write.
  Machine machine = machine_for(MachineKind::kDmm, 32);
  machine.schedule = Schedule::kAsync;
  const trace::TraceProgram program(trace);
  model::ReferenceModel model(program, machine);
  std::vector<Op> order;
  for (Expected expected; model.next(expected);) order.push_back(expected.dispatch.op);
  EXPECT_EQ(order, (std::vector<Op>{Op::kWrite, Op::kWrite, Op::kRead, Op::kRead, Op::kRead}));
}

TEST(TracegRules, no_warp_waits_for_one_that_has_ended) {
  const std::string read = line(0, "LDS", kFull, "1 0x0 4 0");
  const Replayed replayed = replay(trace_of({{kBar, kBar, read, kBar, read}, {read}}), 32, 1);
  const trace::Trace& trace = replayed.lowered[0].trace;
  ASSERT_EQ(trace.rounds().size(), 3U);
  EXPECT_EQ(trace.accesses()[0].warp, 1U);
}

TEST(TracegRules, resident_blocks_have_their_own_memory_and_super_warps) {
  const std::string text = sample("good/blocks.traceg");
  const Replayed alone = replay(text, 32, 1);
  EXPECT_EQ(alone.lowered.size(), 7U);
  const Replayed together = replay(text, 32, 4, 4);
  ASSERT_EQ(together.lowered.size(), 2U);
  const trace::Trace& trace = together.lowered[0].trace;
  std::map<std::uint32_t, std::set<std::uint32_t>> regions;  // of 64 words, by super warp
  for (std::size_t i = 0; i < trace.accesses().size(); ++i) {
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      const Address a = trace.addresses(i)[lane];
      if (a != kInactive) regions[trace.accesses()[i].warp / 4].insert(a / 64);
    }
  }
  ASSERT_EQ(regions.size(), 4U);
  for (const auto& [group, of] : regions) EXPECT_EQ(of, std::set<std::uint32_t>{group});
  EXPECT_EQ(trace.rounds().size(), 1U);
}

/// A block with one warp, without the header.
std::string block_of(int number, const std::vector<std::string>& warp) {
  std::string text = trace_of({warp});
  text.erase(0, text.find("#BEGIN_TB"));
  return text.replace(text.find("0,0,0"), 5, fmt::format("{},0,0", number));
}

/// Block 0 is at its barrier after one access, block 1 after three; neither waits for the other.
TEST(TracegRules, resident_blocks_have_their_own_barriers) {
  const std::string read = line(0, "LDS", kFull, "1 0x0 4 0");
  const Replayed replayed =
      replay(trace_of({{read, kBar, read}}) + block_of(1, {read, read, read, kBar, read}), 32, 1, 2);
  ASSERT_EQ(replayed.lowered.size(), 1U);
  const Lowered& lowered = replayed.lowered[0];
  EXPECT_EQ(lowered.blocks, 2U);
  EXPECT_EQ(lowered.block_warps, 1U);
  const trace::TraceProgram program(lowered.trace, lowered.blocks, lowered.block_warps);
  Machine machine = machine_for(MachineKind::kDmm, 32);
  machine.latency = 10;
  const auto slots = [&](Schedule schedule) {
    machine.schedule = schedule;
    model::ReferenceModel model(program, machine);
    std::vector<std::pair<std::uint32_t, std::uint64_t>> slots;
    for (Expected expected; model.next(expected);)
      slots.emplace_back(expected.dispatch.super_warp, expected.first_slot);
    return slots;
  };
  using Slots = std::vector<std::pair<std::uint32_t, std::uint64_t>>;
  EXPECT_EQ(slots(Schedule::kAsync), (Slots{{0, 1}, {1, 2}, {0, 11}, {1, 12}, {1, 22}, {1, 32}}));
  // All blocks share the rounds, and start those after a barrier together.
  EXPECT_EQ(slots(Schedule::kRounds), (Slots{{0, 1}, {1, 2}, {1, 12}, {1, 22}, {0, 32}, {1, 33}}));
}

/// Global accesses cost one slot for each row of 128 bytes.
TEST(TracegRules, global_accesses_coalesce_by_rows) {
  const std::vector<std::pair<std::string, std::vector<std::uint64_t>>> cases = {
      {"LDG.E 1 R3 4 1 0x7f1000000000 4 0", {1}},
      {"LDG.E 1 R3 4 1 0x7f1000000004 4 0", {2}},     // misaligned
      {"LDG.E 1 R3 4 1 0x7f1000000000 0 0", {1}},     // a word
      {"LDG.E 1 R3 4 1 0x7f1000000000 128 0", {32}},  // a column
      {"LDG.E.64 1 R3 8 1 0x7f1000000000 8 0", {1, 1}},
      {"STG.E.128 1 R3 16 1 0x7f1000000000 16 0", {1, 1, 1, 1}},
      {"STG.E.U8 1 R3 1 1 0x7f10000000fe 1 0", {2}},
      {"ATOMG.E.ADD 1 R3 4 1 0x7f1000000000 4 0", {1, 1}},  // a read and a write
      {"LDG.E 1 R3 4 1 0xffffffffffffff80 4 0", {1}}};
  for (const auto& [access, slots] : cases) {
    const std::string text = trace_of({{fmt::format("0000 {} 1 R6 {}", kFull, access)}});
    const Lowered lowered = replay(text, 32, 1, 2, 2).lowered.at(0);
    ASSERT_EQ(lowered.trace.accesses().size(), slots.size()) << access;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      std::set<Address> rows;
      for (std::uint32_t lane = 0; lane < 32; ++lane) rows.insert(lowered.trace.addresses(i)[lane] / 32);
      EXPECT_EQ(rows.size(), slots[i]) << access;
      EXPECT_EQ(lowered.trace.accesses()[i].space, Space::kGlobal);
    }
    EXPECT_TRUE(replay(text, 32, 1).lowered.at(0).trace.accesses().empty()) << access;
  }
}

TEST(TracegRules, each_block_has_a_multiprocessor_and_all_share_one_global_memory) {
  const auto block = [](int number) {
    return block_of(number, {fmt::format("0000 {} 1 R6 LDG.E 1 R3 4 1 {:#x} 4 0", kFull, 0x90000 - 128 * number),
                             "0010 ffffffff 0 STS 0 4 1 0x0 4 0"});
  };
  const Replayed replayed = replay("-accelsim tracer version = 5\n" + block(0) + block(1) + block(2), 32, 1, 2, 2);
  ASSERT_EQ(replayed.lowered.size(), 2U);  // the third block is alone
  const Lowered& both = replayed.lowered[0];
  EXPECT_EQ(both.blocks, 2U);
  EXPECT_EQ(both.trace.words(), 32U);  // each in its own shared memory
  EXPECT_EQ(both.trace.global_words(), 64U);
  ASSERT_EQ(both.trace.accesses().size(), 4U);
  EXPECT_EQ(both.trace.addresses(0)[0], 32U);  // rows in the order of their addresses
  EXPECT_EQ(both.trace.addresses(1)[0], 0U);
  EXPECT_EQ(both.trace.addresses(2)[0], 0U);
  EXPECT_EQ(both.trace.addresses(3)[0], 0U);
  EXPECT_EQ(replayed.lowered[1].blocks, 2U);
  EXPECT_EQ(replayed.lowered[1].trace.global_words(), 32U);
}

TEST(TracegRules, instructions_cost_the_slots_of_the_memory_that_they_access) {
  const Replayed replayed = replay(trace_of({{fmt::format("0000 {} 1 R6 LDG.E 1 R3 4 1 0x0 64 0", kFull),
                                              fmt::format("0010 {} 1 R6 LDS 1 R3 4 1 0x0 64 0", kFull)}}),
                                   32, 1, 1, 1);
  Machine machine = machine_for(MachineKind::kDmm, 32);
  machine.hierarchy = Hierarchy{1, 7, 1024};
  const std::vector<InstructionCosts> costs = costs_on(replayed, machine);
  EXPECT_EQ(costs.at(0).machine.at(0).slots, 16U);  // 32 words in 16 rows
  EXPECT_EQ(costs.at(1).machine.at(0).slots, 16U);  // 16 words in each of two banks
  const trace::TraceProgram program(replayed.lowered[0].trace, 1, 1);
  model::fit(machine, program);
  const auto model = model::make_reference(program, machine);
  model->run();
  EXPECT_EQ(model->totals().slots, 32U);
}

}  // namespace
}  // namespace superwarp::traceg
