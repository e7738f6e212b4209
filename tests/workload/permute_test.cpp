// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>

#include "sim/permutation/named_permutations.h"
#include "sim/workload/closed_form.h"
#include "sim/workload/workload.h"
#include "tests/model/machines.h"

// Costs of the permuting algorithms: DMM/UMM paper, Theorem 6, Lemma 7 and Theorem 8.

namespace superwarp::workload {
namespace {

struct Case {
  std::string workload;
  std::uint64_t size;
  std::uint32_t threads;
  MachineKind kind;
  std::uint32_t width;
  std::uint32_t latency;
  std::string permutation = {};
  std::uint64_t seed = 1;
};

std::unique_ptr<Program> program_of(const Case& run) {
  return make_workload(run.workload, {run.size, run.threads, run.width, 1, run.seed, 0, run.permutation});
}

Machine machine_of(const Case& run) {
  return model::make_machine(run.kind, run.width, run.latency, 1, Schedule::kRounds, 0);
}

/// Congestion of the reads and writes of copying, b[i] <- a[i], and of permuting, a[P(k)] <- b[k].
std::array<std::uint64_t, 4> congestion_of(const Case& run) {
  const auto program = program_of(run);
  Machine machine = machine_of(run);
  machine.rows = model::rows_covering(program->words(), run.width);
  model::ReferenceModel model(*program, machine, {false});
  std::array<std::uint64_t, 4> sum{};
  Expected expected;
  while (model.next(expected)) {
    const bool permutes = expected.dispatch.round >= program->rounds() / 2;
    const bool writes = expected.dispatch.op == Op::kWrite;
    sum[(permutes ? 2U : 0U) + (writes ? 1U : 0U)] += expected.congestion;
  }
  return sum;
}

std::uint64_t time_of(const Case& run) { return model::totals_of(*program_of(run), machine_of(run)).time_units; }

std::uint64_t closed(const Case& run) {
  return closed_form(run.workload, run.size, run.threads, machine_of(run)).value();
}

/// Theorem 6, exactly: n/w reads and n/w writes, of the copying too.
TEST(ConflictFreePermutation, has_congestion_n_over_w_a_loop_for_1000_random_permutations) {
  constexpr std::uint64_t kN = 1024;  // 32 rows
  const std::array<std::uint64_t, 4> exact{kN / 32, kN / 32, kN / 32, kN / 32};
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    ASSERT_EQ(congestion_of({"permute-conflict-free", kN, 256, MachineKind::kDmm, 32, 7, "random", seed}), exact)
        << "seed " << seed;
  }
}

TEST(ConflictFreePermutation, has_congestion_n_over_w_a_loop_for_every_named_permutation) {
  for (const permutation::NamedPermutation& named : permutation::named_permutations()) {
    for (const std::uint32_t w : {2U, 4U, 16U, 32U}) {
      for (const std::uint32_t times : {1U, 4U}) {  // squares and powers of two
        const std::uint64_t n = std::uint64_t{w} * w * times;
        const std::array<std::uint64_t, 4> exact{n / w, n / w, n / w, n / w};
        EXPECT_EQ(congestion_of({"permute-conflict-free", n, 3 * w, MachineKind::kDmm, w, 7, named.name}), exact)
            << named.name << " w " << w << " n " << n;
      }
    }
  }
}

TEST(ConflictFreePermutation, has_congestion_n_over_w_a_loop_for_odd_numbers_of_rows) {
  for (std::uint64_t rows = 1; rows <= 61; rows += 4) {
    const std::array<std::uint64_t, 4> exact{rows, rows, rows, rows};
    EXPECT_EQ(congestion_of({"permute-conflict-free", rows * 8, 24, MachineKind::kDmm, 8, 7}), exact);
  }
}

/// Section V: "in the worst case O(n) time on the DMM and the UMM".
TEST(StraightforwardPermutation, writes_n_slots_in_the_worst_cases) {
  constexpr std::uint64_t kN = 1024;  // 32 rows
  const auto writes = [](MachineKind kind, const std::string& permutation) {
    return congestion_of({"permute-straightforward", kN, 256, kind, 32, 7, permutation})[3];
  };
  EXPECT_EQ(writes(MachineKind::kDmm, "worst-banks"), kN);
  EXPECT_EQ(writes(MachineKind::kUmm, "worst-banks"), kN);
  EXPECT_EQ(writes(MachineKind::kUmm, "worst-groups"), kN);
  EXPECT_EQ(writes(MachineKind::kDmm, "worst-groups"), kN / 32);  // one word a bank
  EXPECT_EQ(writes(MachineKind::kDmm, "transpose"), kN);
  EXPECT_EQ(writes(MachineKind::kDmm, "identity"), kN / 32);
}

TEST(UmmPermutation, takes_the_same_time_for_every_permutation) {
  for (const MachineKind kind : {MachineKind::kUmm, MachineKind::kDmm}) {
    for (const permutation::NamedPermutation& named : permutation::named_permutations()) {
      for (const std::uint32_t p : {4U, 64U, 256U, 1024U}) {
        for (const std::uint64_t n : {16U, 256U}) {
          const Case run{"permute-umm", n, p, kind, 4, 20, named.name};
          EXPECT_EQ(time_of(run), closed(run)) << named.name << " n " << n << " p " << p;
        }
      }
    }
  }
}

double ratio(const Case& run) {
  const auto n = static_cast<double>(run.size);
  return static_cast<double>(closed(run)) / (n / run.width + n * run.latency / run.threads);
}

/// Lemma 7 and Theorem 8 for p <= n/w: time / (n/w + nl/p) stays below 10 for n = w^2 and below 38
/// for n = w^4.
TEST(UmmPermutation, stays_within_its_bound_for_up_to_n_over_w_threads) {
  for (const std::uint32_t w : {2U, 4U, 8U, 16U, 32U}) {
    for (const std::uint32_t l : {1U, 4U, 50U, 1000U}) {
      const std::uint64_t small = std::uint64_t{w} * w;
      EXPECT_LE(ratio({"permute-umm", small, w, MachineKind::kUmm, w, l}), 10);
      if (w > 8) continue;
      const std::uint64_t large = small * small;
      for (std::uint64_t p = w; p <= large / w; p *= w) {
        const Case run{"permute-umm", large, static_cast<std::uint32_t>(p), MachineKind::kUmm, w, l};
        EXPECT_LE(ratio(run), 38) << "w " << w << " l " << l << " p " << p;
        if (w <= 4) {
          EXPECT_EQ(time_of(run), closed(run));
        }
      }
    }
  }
}

/// The 2w accesses of a rotation are sequential, so more than n/w threads do not reduce their 2w
/// latencies. With p = n = w^2 and l = w the time is (10w + (4w + 6)(w - 1)) against a bound of 2w:
/// the ratio grows without limit.
TEST(UmmPermutation, breaks_its_bound_beyond_n_over_w_threads) {
  for (const std::uint32_t w : {4U, 8U, 16U, 32U, 64U}) {
    const std::uint32_t n = w * w;
    const Case run{"permute-umm", n, n, MachineKind::kUmm, w, w};
    EXPECT_EQ(time_of(run), closed(run));
    EXPECT_DOUBLE_EQ(ratio(run), 2.0 * w + 6 - 3.0 / w);
  }
}

}  // namespace
}  // namespace superwarp::workload
