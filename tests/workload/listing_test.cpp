// SPDX-License-Identifier: Apache-2.0
#include "sim/workload/listing.h"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>
#include <vector>

// Laws of the workloads' language, for p = 8 threads in warps of w = 4.

namespace superwarp::workload {
namespace {

constexpr Address kNo = kInactive;
using Addresses = std::vector<Address>;

const WorkloadOptions kOptions = {0, 8, 4};

Addresses addresses(const Listing& listing, std::uint64_t round, std::vector<Word>* data = nullptr) {
  Addresses address(8, kInactive);
  std::vector<Word> words(8);
  std::vector<Word> registers(8 * std::size_t{listing.registers()});
  for (std::uint32_t i = 0; i < registers.size(); ++i) registers[i] = 100 + i;
  for (std::uint32_t warp = 0; warp < 2; ++warp) {
    const std::size_t first = warp * std::size_t{4};
    listing.access(round, warp, &registers[first * listing.registers()], &address[first], &words[first]);
  }
  if (data != nullptr) *data = words;
  return address;
}

const auto kSame = [](Element i) { return i; };

TEST(Listing, starts_arrays_at_multiples_of_w) {
  Listing listing(kOptions);
  EXPECT_EQ(listing.array(5), 0U);
  EXPECT_EQ(listing.array(4), 8U);
  EXPECT_EQ(listing.array(1), 12U);
  EXPECT_EQ(listing.words(), 13U);
}

TEST(Listing, does_all_steps_of_a_pass_before_the_next_pass) {
  Listing listing(kOptions);
  listing.in_parallel(10, {read(kSame, 1), write([](Element i) { return 20 + i; }, 1)});
  EXPECT_EQ(listing.rounds(), 4U);
  EXPECT_EQ(listing.registers(), 2U);
  EXPECT_EQ(addresses(listing, 0), (Addresses{0, 1, 2, 3, 4, 5, 6, 7}));
  std::vector<Word> data;
  EXPECT_EQ(addresses(listing, 1, &data), (Addresses{20, 21, 22, 23, 24, 25, 26, 27}));
  EXPECT_EQ(data, (std::vector<Word>{101, 103, 105, 107, 109, 111, 113, 115}));
  EXPECT_EQ(addresses(listing, 2), (Addresses{8, 9, kNo, kNo, kNo, kNo, kNo, kNo}));
}

TEST(Listing, can_order_passes_downwards) {
  Listing listing(kOptions);
  listing.in_parallel(10, {read(kSame)}, PassOrder::kDownwards);
  EXPECT_EQ(addresses(listing, 0)[0], 8U);
  EXPECT_EQ(addresses(listing, 1)[0], 0U);
}

TEST(Listing, counts_the_cells_of_a_matrix_row_by_row_across_warps) {
  Listing listing(kOptions);
  listing.in_parallel(16, {read(cells(3, [](Element row, Element column) { return 10 * row + column; }))});
  EXPECT_EQ(addresses(listing, 0), (Addresses{0, 1, 2, 10, 11, 12, 20, 21}));
  EXPECT_EQ(addresses(listing, 1), (Addresses{22, 30, 31, 32, 40, 41, 42, 50}));
}

TEST(Listing, puts_barriers_after_the_access_before_them) {
  Listing listing(kOptions);
  listing.barrier();  // no access before it
  listing.in_parallel(16, {read(kSame), barrier(), write(kSame)});
  listing.barrier();
  listing.in_parallel(8, {read(kSame)});
  const std::vector<bool> expected{true, false, true, true, false};
  for (std::uint64_t round = 0; round < 5; ++round) EXPECT_EQ(listing.barrier_after(round), expected[round]) << round;
  EXPECT_THROW(listing.in_parallel(8, {barrier(), read(kSame)}), std::logic_error);
}

TEST(Listing, does_a_step_of_a_block_in_all_passes_except_idle_ones) {
  Listing listing(kOptions);
  const auto upper = [](Element t) { return only_if(t >= 16, t); };
  listing.step_by_step(20, {write(kSame), read(upper), barrier(), read([](Element) { return 3; })});
  ASSERT_EQ(listing.rounds(), 3U + 1 + 3);
  std::vector<Word> data;
  EXPECT_EQ(addresses(listing, 1, &data)[0], 8U);
  EXPECT_EQ(data[5], written_token(1, 5, 8));
  EXPECT_EQ(addresses(listing, 3), (Addresses{16, 17, 18, 19, kNo, kNo, kNo, kNo}));
  EXPECT_TRUE(listing.barrier_after(3));
  EXPECT_FALSE(listing.barrier_after(4));
}

TEST(Listing, stores_the_word_read_in_the_steps_register) {
  Listing listing(kOptions);
  listing.in_parallel(8, {read(kSame, 2), read(kSame, 0)});
  std::vector<Word> registers(3);
  listing.receive(0, 0, 7, registers.data());
  listing.receive(1, 0, 8, registers.data());
  EXPECT_EQ(registers, (std::vector<Word>{8, 0, 7}));
}

/// Words 100 .. of a round for all threads, except where they request nothing.
std::vector<Word> received_together(const Listing& listing, std::uint64_t round) {
  const Addresses address = addresses(listing, round);
  std::vector<Word> word(address.size());
  std::iota(word.begin(), word.end(), 100);
  std::vector<Word> registers(address.size() * listing.registers());
  listing.receive_all(round, 0, listing.threads(), address.data(), word.data(), registers.data());
  return registers;
}

TEST(Listing, receives_the_words_of_all_threads_as_of_each) {
  Listing one(kOptions);
  one.in_parallel(5, {read(kSame)});
  EXPECT_EQ(received_together(one, 0), (std::vector<Word>{100, 101, 102, 103, 104, 0, 0, 0}));
  Listing two(kOptions);
  two.in_parallel(3, {read(kSame, 1)});
  EXPECT_EQ(received_together(two, 0), (std::vector<Word>{0, 100, 0, 101, 0, 102, 0, 0,  //
                                                          0, 0, 0, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace superwarp::workload
