// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/permutation/named_permutations.h"
#include "sim/workload/aes.h"
#include "sim/workload/workload.h"
#include "tests/model/machines.h"

// Every algorithm leaves the promised words, by the reference model alone, on every machine and in
// both schedules. This shows that its barriers are sufficient.

namespace superwarp::workload {
namespace {

struct Trial {
  std::string workload;
  std::uint64_t size;
  std::uint32_t threads;
  Machine machine;
  std::string permutation = {};
};

Machine machine_of(MachineKind kind, std::uint32_t w, std::uint32_t l, std::uint32_t s, Schedule schedule) {
  return model::make_machine(kind, w, l, s, schedule, 0);
}

std::unique_ptr<Program> program_of(const Trial& run) {
  return make_workload(run.workload,
                       {run.size, run.threads, run.machine.width, run.machine.super_warp, 1, 0, run.permutation});
}

void expect_right(Trial run) {
  const auto program = program_of(run);
  run.machine.rows = model::rows_covering(program->words(), run.machine.width);
  model::ReferenceModel model(*program, run.machine);
  std::ostringstream what;
  what << run.workload << ' ' << run.permutation << " size " << run.size << " threads " << run.threads << " width "
       << run.machine.width << " latency " << run.machine.latency << " super warp " << run.machine.super_warp;
  SCOPED_TRACE(what.str());
  EXPECT_EQ(program->promised().size(), 1U);
  EXPECT_GT(model::expect_promised(model, *program), 0U);
}

/// Sizes of all kinds, p = w, p > n, n < w and n not a multiple of w, and squares of w.
std::vector<std::uint64_t> sizes(const WorkloadInfo& info, std::uint64_t w) {
  if (info.matrix) return {1, 3, w, 2 * w, 2 * w + 1, 3 * w};
  return {1, 2, w - 1, w, 3 * w, 4 * w, 5 * w + 3, 16 * w, 32 * w, w * w, w < 8 ? w * w * w * w : w};
}

bool is_allowed(const Trial& run) {
  try {
    program_of(run);
  } catch (const std::invalid_argument&) {
    return false;
  }
  return true;
}

std::vector<std::string> names_of_algorithms() {
  std::vector<std::string> names;
  for (const WorkloadInfo& info : workloads()) {
    if (info.algorithm) names.push_back(info.name);
  }
  return names;
}

class Algorithms : public testing::TestWithParam<std::string> {};

TEST_P(Algorithms, are_right_on_every_machine_and_schedule) {
  struct Kind {
    MachineKind kind;
    std::uint32_t s;
  };
  for (const std::uint32_t w : {2U, 4U, 8U}) {
    std::set<std::uint64_t> allowed;
    for (const std::uint64_t n : sizes(workload_info(GetParam()), w)) {
      if (!is_allowed({GetParam(), n, w, machine_of(MachineKind::kDmm, w, 1, 1, Schedule::kRounds)})) continue;
      allowed.insert(n);
      for (const Kind k : {Kind{MachineKind::kDmm, 1}, Kind{MachineKind::kUmm, 1}, Kind{MachineKind::kSdmm, 3}}) {
        for (const std::uint32_t dispatches : {1U, 3U, 5U, 16U}) {
          for (const std::uint32_t l : {1U, 2U, 7U, 50U}) {
            for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
              expect_right({GetParam(), n, dispatches * k.s * w, machine_of(k.kind, w, l, k.s, schedule)});
            }
          }
        }
      }
    }
    EXPECT_GE(allowed.size(), 2U);
  }
}

INSTANTIATE_TEST_SUITE_P(all, Algorithms, testing::ValuesIn(names_of_algorithms()), [](const auto& info) {
  std::string name = info.param;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

TEST(Algorithms, permute_along_every_named_permutation) {
  for (const WorkloadInfo& info : workloads()) {
    if (!info.permutes) continue;
    for (const permutation::NamedPermutation& named : permutation::named_permutations()) {
      for (const MachineKind kind : {MachineKind::kDmm, MachineKind::kUmm}) {
        for (const Schedule schedule : {Schedule::kRounds, Schedule::kAsync}) {
          for (const Trial& run : {Trial{info.name, 64, 32, machine_of(kind, 8, 3, 1, schedule), named.name},
                                   Trial{info.name, 256, 32, machine_of(kind, 4, 3, 1, schedule), named.name}}) {
            if (is_allowed(run))
              expect_right(run);
            else
              EXPECT_EQ(info.name, "permute-row-wise") << named.name;  // a row is not a square
          }
        }
      }
    }
  }
}

void expect_refused(const char* workload, std::uint64_t size, const std::string& message,
                    const std::string& permutation = {}) {
  try {
    program_of({workload, size, 64, machine_of(MachineKind::kDmm, 32, 7, 1, Schedule::kRounds), permutation});
    FAIL() << workload << " of size " << size << " is accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
  }
}

TEST(Algorithms, refuse_unsupported_sizes) {
  expect_refused("sum", 100, "not a power of two; the nearest are 64 and 128");
  expect_refused("prefix-sums-optimal", 3, "the nearest are 2 and 4");
  expect_refused("transpose-rotate", 33, "not a multiple of the width 32");
  expect_refused("permute-conflict-free", 100, "the next multiple is 128");
  expect_refused("permute-row-wise", 33, "the next multiple is 64");
  expect_refused("permute-umm", 2048, "for width 32 there are 32, 1024, 1048576");
  expect_refused("permute-straightforward", 1U << 25U, "the largest is 16777216");
}

TEST(Algorithms, refuse_unsupported_permutations) {
  expect_refused("permute-umm", 1024, "did you mean 'bit-reversal'", "bit-reversed");
  expect_refused("permute-conflict-free", 96, "permutation bit-reversal: size 96 is not a power of two",
                 "bit-reversal");
  expect_refused("permute-row-wise", 1024,
                 "it permutes rows of 32 words, and no row has a permutation worst-banks: size 32 is "
                 "not a multiple of w^2 = 1024",
                 "worst-banks");
  expect_refused("contiguous", 64, "it has no permutation to choose", "random");
  expect_refused("permutation", 64, "it has no permutation to choose", "identity");
}

TEST(Algorithms, of_the_chapter_add_as_in_its_listing) {
  // The sum of 2^3 numbers: three steps of 4, 2 and 1 additions.
  const auto program = program_of({"sum", 8, 4, machine_of(MachineKind::kDmm, 4, 7, 1, Schedule::kRounds)});
  EXPECT_EQ(program->rounds(), 9U);
  EXPECT_FALSE(program->barrier_after(1));
  EXPECT_TRUE(program->barrier_after(2));
  std::vector<Address> address(4, kInactive);
  std::vector<Word> data(4);
  std::vector<Word> registers(8);
  EXPECT_EQ(program->access(1, 0, registers.data(), address.data(), data.data()), Op::kRead);
  EXPECT_EQ(address, (std::vector<Address>{4, 5, 6, 7}));
}

TEST(Aes, makes_the_ciphertext_of_fips_197_of_words_read_and_no_other) {
  const aes::Cipher cipher({0x2b7e1516U, 0x28aed2a6U, 0xabf71588U, 0x09cf4f3cU});
  const std::vector<aes::Block> plain = {{0x3243f6a8U, 0x885a308dU, 0x313198a2U, 0xe0370734U}};
  WorkloadOptions options = {1, 4, 4};
  for (const bool last_alone : {false, true}) {
    Listing listing(options);
    append_aes(cipher, plain, last_alone, listing);
    Machine machine = machine_of(MachineKind::kDmm, 4, 7, 1, Schedule::kRounds);
    machine.rows = model::rows_covering(listing.words(), 4);
    model::ReferenceModel model(listing, machine);
    EXPECT_EQ(model::expect_promised(model, listing), 4U);
    const Address out = last_alone ? 256 : 512;
    EXPECT_EQ(model.word(out), 0x3925841dU);
    EXPECT_EQ(model.word(out + 3), 0x196a0b32U);
  }
}

TEST(Aes, of_several_tables_reads_each_by_its_share_of_the_blocks) {
  const aes::Cipher cipher({0x2b7e1516U, 0x28aed2a6U, 0xabf71588U, 0x09cf4f3cU});
  const std::vector<aes::Block> plain(8, {0x3243f6a8U, 0x885a308dU, 0x313198a2U, 0xe0370734U});
  WorkloadOptions options = {8, 8, 4};
  Listing listing(options);
  append_aes(cipher, plain, true, listing, 2);
  Machine machine = machine_of(MachineKind::kDmm, 4, 7, 1, Schedule::kRounds);
  machine.rows = model::rows_covering(listing.words(), 4);
  model::ReferenceModel model(listing, machine);
  EXPECT_EQ(model::expect_promised(model, listing), 8U * 4);
  std::vector<Address> address(4);
  std::vector<Word> data(4);
  std::vector<Word> registers(64);
  const std::uint64_t lookup = 512 / 8;  // behind the tables' words, 8 a round
  listing.access(lookup, 0, registers.data(), address.data(), data.data());
  const Address of_first = address[0];
  listing.access(lookup, 1, registers.data(), address.data(), data.data());
  EXPECT_EQ(address[0], of_first + 256);
}

}  // namespace
}  // namespace superwarp::workload
