// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "model/machine/threads.h"

namespace superwarp {
namespace {

/// Three warps of two threads; each thread reads the address of its number. Promises word 1.
class Small final : public Program {
 public:
  explicit Small(std::uint64_t words = 6, std::uint32_t threads = 6) : Program(2, threads), words_(words) {}
  [[nodiscard]] std::uint64_t rounds() const override { return 1; }
  [[nodiscard]] std::uint64_t words() const override { return words_; }
  Op access(std::uint64_t /*round*/, std::uint32_t warp, Word* /*registers*/, Address* address,
            Word* /*data*/) const override {
    address[0] = 2 * warp;
    if (warp != 2) address[1] = 2 * warp + 1;
    return Op::kRead;
  }
  [[nodiscard]] Word initial(Address address) const override { return 100 + address; }
  [[nodiscard]] std::vector<AddressRange> promised() const override { return {{1, 2}}; }
  [[nodiscard]] Word expected(Address address) const override { return 200 + address; }

 private:
  std::uint64_t words_;
};

std::vector<Address> addresses(const Program& program, std::uint32_t warp) {
  std::vector<Address> address(program.width(), kInactive);
  std::vector<Word> data(program.width());
  Word registers = 0;
  program.access(0, warp, &registers, address.data(), data.data());
  return address;
}

TEST(ResidentBlocks, have_whole_super_warps_and_whole_rows) {
  const ResidentBlocks blocks(std::make_unique<Small>(5), 3, 2);  // 4 warps, 6 words a block
  EXPECT_EQ(blocks.blocks(), 3U);
  EXPECT_EQ(blocks.warps(), 12U);
  EXPECT_EQ(blocks.words(), 2 * 6 + 5U);
  EXPECT_EQ(addresses(blocks, 0), (std::vector<Address>{0, 1}));
  EXPECT_EQ(addresses(blocks, 3), (std::vector<Address>{kInactive, kInactive}));
  EXPECT_EQ(addresses(blocks, 4), (std::vector<Address>{6, 7}));
  EXPECT_EQ(addresses(blocks, 10), (std::vector<Address>{16, kInactive}));
}

TEST(ResidentBlocks, find_and_promise_in_each_what_the_program_does) {
  const ResidentBlocks blocks(std::make_unique<Small>(), 2, 1);
  EXPECT_EQ(blocks.initial(0), 100U);
  EXPECT_EQ(blocks.initial(7), 101U);
  ASSERT_EQ(blocks.promised().size(), 2U);
  EXPECT_EQ(blocks.promised()[1].first, 7U);
  EXPECT_EQ(blocks.promised()[1].end, 8U);
  EXPECT_EQ(blocks.expected(7), 201U);
}

TEST(ResidentBlocks, are_refused_where_threads_or_addresses_run_out) {
  EXPECT_NO_THROW(ResidentBlocks(std::make_unique<Small>(kAddressLimit / 64), 64, 1));
  EXPECT_THROW(ResidentBlocks(std::make_unique<Small>(kAddressLimit / 64 + 1), 64, 1), std::invalid_argument);
  const std::uint32_t most = ResidentBlocks::kMostThreads / 64;
  EXPECT_NO_THROW(ResidentBlocks(std::make_unique<Small>(6, most), 64, 1));
  EXPECT_THROW(ResidentBlocks(std::make_unique<Small>(6, most + 2), 64, 1), std::invalid_argument);
}

/// Two blocks of three warps, which super warps of two cannot divide.
class Unaligned final : public Program {
 public:
  Unaligned() : Program(2, 12) {}
  [[nodiscard]] std::uint32_t blocks() const override { return 2; }
  [[nodiscard]] std::uint64_t rounds() const override { return 1; }
  [[nodiscard]] std::uint64_t words() const override { return 1; }
  Op access(std::uint64_t /*round*/, std::uint32_t /*warp*/, Word* /*registers*/, Address* /*address*/,
            Word* /*data*/) const override {
    return Op::kRead;
  }
};

TEST(Threads, refuse_super_warps_with_warps_of_two_blocks) {
  Machine machine;
  machine.width = 2;
  machine.super_warp = 3;
  EXPECT_NO_THROW(Threads(Unaligned(), machine));
  machine.super_warp = 2;
  EXPECT_THROW(Threads(Unaligned(), machine), std::invalid_argument);
}

TEST(Threads, know_blocks_where_barriers_are_of_their_own) {
  const ResidentBlocks blocks(std::make_unique<Small>(), 3, 1);
  Machine machine;
  machine.width = 2;
  machine.schedule = Schedule::kAsync;
  const Threads async(blocks, machine);
  EXPECT_EQ(async.blocks(), 3U);
  EXPECT_EQ(async.block_of(2), 0U);
  EXPECT_EQ(async.block_of(3), 1U);
  EXPECT_EQ(async.block_of(8), 2U);
  machine.schedule = Schedule::kRounds;
  const Threads rounds(blocks, machine);
  EXPECT_EQ(rounds.blocks(), 1U);
  EXPECT_EQ(rounds.block_of(8), 0U);
}

}  // namespace
}  // namespace superwarp
