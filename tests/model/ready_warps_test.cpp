// SPDX-License-Identifier: Apache-2.0
#include "model/reference/ready_warps.h"

#include "tests/model/machines.h"

/// \file
/// Law: the turn depends only on the remaining accesses and on the completion times of the earlier
/// ones. The test derives it from these in every step.

namespace superwarp::model {
namespace {

constexpr std::uint64_t kNever = ReadyWarps::kNever;

/// The definition: all accesses of all super warps with their completion times.
class Definition {
 public:
  Definition(std::uint32_t blocks, std::uint32_t super_warps)
      : blocks_(blocks), of_(super_warps), next_(super_warps) {}

  void add(std::uint32_t g, std::uint64_t barriers) { of_[g].push_back({barriers, kNever}); }

  [[nodiscard]] std::uint64_t ready(std::uint32_t g) const {
    if (next_[g] == of_[g].size()) return kNever;
    std::uint64_t ready = next_[g] == 0 ? 1 : of_[g][next_[g] - 1].complete;
    const std::size_t of_block = of_.size() / blocks_;
    const std::size_t first = g / of_block * of_block;
    for (std::size_t other = first; other < first + of_block; ++other) {
      for (const Access& access : of_[other]) {
        if (access.barriers < of_[g][next_[g]].barriers) ready = std::max(ready, access.complete);
      }
    }
    return ready;
  }

  [[nodiscard]] std::uint64_t next_ready(std::uint64_t now) const {
    std::uint64_t earliest = kNever;
    for (std::uint32_t g = 0; g < of_.size(); ++g)
      earliest = std::min(earliest, std::max(now, ready(g)));
    return earliest;
  }

  [[nodiscard]] std::optional<std::uint32_t> first(std::uint64_t now) const {
    const auto count = static_cast<std::uint32_t>(of_.size());
    std::uint32_t from = last_ + 1;
    if (blocks_ == 1) {  // has a barrier opened since the last turn?
      for (std::uint32_t g = 0; g < count; ++g) {
        if (ready(g) <= now && of_[g][next_[g]].barriers > highest_) from = 0;
      }
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t g = (from + i) % count;
      if (ready(g) <= now) return g;
    }
    return std::nullopt;
  }

  void take(std::uint32_t g) {
    last_ = g;
    highest_ = std::max(highest_, of_[g][next_[g]].barriers);
    ++next_[g];  // ready() is kNever until complete()
  }
  void complete(std::uint32_t g, std::uint64_t ready) { of_[g][next_[g] - 1].complete = ready; }

 private:
  struct Access {
    std::uint64_t barriers;
    std::uint64_t complete;
  };
  std::uint32_t blocks_;
  std::vector<std::vector<Access>> of_;
  std::vector<std::size_t> next_;
  std::uint32_t last_ = ~0U;
  std::uint64_t highest_ = 0;
};

/// Random accesses with random barriers, by `super_warps` super warps of one warp.
struct Problem {
  Problem(std::mt19937_64& random, std::uint32_t blocks, std::uint32_t of_block, bool rounds)
      : definition(rounds ? 1 : blocks, blocks * of_block) {
    std::uint64_t barriers = 0;
    const std::uint64_t busy = 1 + random() % 4;
    for (std::uint64_t round = 0; round < 12; ++round) {
      bool any = false;
      for (std::uint32_t g = 0; g < blocks * of_block; ++g) {
        if (random() % 4 >= busy) continue;
        trace.add(round, g, Op::kRead, {0, kInactive});
        definition.add(g, rounds ? trace.rounds().size() : barriers);
        any = true;
      }
      if (any && random() % 3 == 0) {
        trace.add_barrier();
        ++barriers;
      }
    }
    if (trace.words() == 0) trace.add(12, 0, Op::kWrite, {0, 0});
  }

  trace::Trace trace;
  Definition definition;
};

TEST(ReadyWarps, are_those_of_the_definition_for_any_completion_times) {
  std::mt19937_64 random(3);
  std::uint64_t turns = 0;
  std::uint64_t waited = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const bool rounds = trial % 4 == 3;
    const auto blocks = static_cast<std::uint32_t>(trial % 3 == 0 ? 1 : 1 + random() % 5);
    const auto of_block = static_cast<std::uint32_t>(1 + random() % (trial % 50 == 0 ? 90 : 6));
    Problem problem(random, blocks, of_block, rounds);
    if (problem.trace.rounds().back().label == 12) continue;  // no request
    Definition& definition = problem.definition;
    const trace::TraceProgram program(problem.trace, blocks, of_block);
    Threads threads(program, make_machine(MachineKind::kDmm, 2, 1, 1,
                                          rounds ? Schedule::kRounds : Schedule::kAsync, 1));
    ReadyWarps ready(threads);
    std::vector<std::uint32_t> under_way;
    std::uint64_t now = 1;
    for (;;) {
      ASSERT_EQ(ready.next_ready() == kNever, definition.next_ready(now) == kNever);
      if (ready.next_ready() == kNever && under_way.empty()) break;
      const std::uint64_t due = ready.next_ready();
      if (due != kNever && random() % 2 == 0) {
        ASSERT_EQ(std::max(now, due), definition.next_ready(now)) << "trial " << trial;
        waited += due > now ? 1 : 0;
        now = std::max(now, due) + random() % 2 * (random() % 3);
        const auto expected = definition.first(now);
        ASSERT_EQ(ready.take(now), expected) << "trial " << trial << ", time unit " << now;
        definition.take(*expected);
        under_way.push_back(*expected);
        ++turns;
      } else if (!under_way.empty()) {  // a random one completes, now or later
        std::swap(under_way[random() % under_way.size()], under_way.back());
        const std::uint32_t g = under_way.back();
        under_way.pop_back();
        const std::uint64_t complete = now + 1 + random() % 5;
        definition.complete(g, complete);
        threads.complete(g);
        ready.completed(g, complete);
      }
      now += random() % 2;
    }
  }
  EXPECT_GT(turns, 20000U);
  EXPECT_GT(waited, 1000U);
}

TEST(CyclicSet, searches_from_any_number_and_wraps_to_0) {
  std::mt19937_64 random(4);
  for (const std::uint32_t size : {1U, 2U, 63U, 64U, 65U, 4096U, 9000U}) {
    CyclicSet set(size);
    std::set<std::uint32_t> expected;
    for (int step = 0; step < 3000; ++step) {
      const auto number = static_cast<std::uint32_t>(random() % size);
      if (random() % 3 == 0 && expected.insert(number).second) set.insert(number);
      EXPECT_EQ(set.empty(), expected.empty());
      if (random() % 3 != 0) continue;
      const auto from = static_cast<std::uint32_t>(random() % (size + 1));
      auto found = expected.lower_bound(from);
      if (found == expected.end()) found = expected.begin();
      ASSERT_EQ(set.take_from(from), found == expected.end() ? CyclicSet::kNone : *found);
      if (found != expected.end()) expected.erase(found);
    }
  }
}

}  // namespace
}  // namespace superwarp::model
