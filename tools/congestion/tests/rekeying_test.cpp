// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/rekeying.h"

#include "model/machine/machine.h"
#include "model/reference/mapping.h"
#include "tests/units/headers.h"
#include "tools/congestion/exact.h"
#include "tools/congestion/number_list.h"
#include "tools/congestion/occupancy.h"
#include "tools/congestion/pattern.h"
#include "tools/congestion/uniform_rounds.h"

namespace superwarp::congestion {
namespace {

constexpr std::uint64_t kSize = 25600;  // 160 x 160: a super warp of 5 * 32 threads is a column

Machine machine_of(const char* mapping, const CongestionCell& cell) {
  Machine machine;
  machine.kind = MachineKind::kRsdmm;
  machine.width = cell.width;
  machine.super_warp = cell.super_warp;
  machine.mapping = mapping;
  model::fit(machine, cell.size);
  return machine;
}

RekeyingSample sample(const char* pattern, const char* mapping, const CongestionCell& cell, unsigned jobs = 1) {
  const auto program = make_pattern(parse_pattern(pattern), cell);
  return sample_rekeyings(*program, machine_of(mapping, cell), {200, 1, jobs});
}

TEST(Rekeying, column_access_under_random_shifts_is_balls_into_bins) {
  for (const unsigned super_warp : {1U, 2U, 5U}) {
    const RekeyingSample found = sample("column", "random-shift", {32, super_warp, kSize});
    const Occupancy right = occupancy(32 * super_warp, 32);
    EXPECT_EQ(found.rekeyings(), 200U);
    EXPECT_NEAR(found.mean(), right.mean, 4 * found.standard_error()) << super_warp;
  }
}

TEST(Rekeying, diagonal_that_all_warps_read_is_one_slot_or_as_many_balls_as_bins) {
  for (const unsigned super_warp : {1U, 5U}) {
    const CongestionCell cell{32, super_warp, kSize};
    EXPECT_EQ(sample("diagonal", "identity", cell).mean(), 1);
    const RekeyingSample shifted = sample("diagonal", "random-shift", cell);
    EXPECT_NEAR(shifted.mean(), occupancy(32, 32).mean, 4 * shifted.standard_error());
  }
}

TEST(Rekeying, aligned_contiguous_access_needs_no_shift_and_unaligned_loses) {
  const RekeyingSample aligned = sample("contiguous", "random-shift", {32, 1, kSize});
  EXPECT_EQ(aligned.mean(), 1);
  EXPECT_EQ(aligned.standard_error(), 0);
  EXPECT_EQ(sample("contiguous:16", "identity", {32, 1, kSize}).mean(), 1);
  EXPECT_GT(sample("contiguous:16", "random-shift", {32, 1, kSize}).mean(), 1.9);
}

TEST(Rekeying, identity_has_no_key_so_all_re_keyings_are_equal) {
  const RekeyingSample found = sample("stride:32", "identity", {32, 5, kSize});
  EXPECT_EQ(found.mean(), 160);
  EXPECT_EQ(found.totals.min(), found.totals.max());
}

TEST(Rekeying, does_not_depend_on_the_number_of_jobs) {
  const CongestionCell cell{16, 4, 4096};
  const RekeyingSample one = sample("column", "random-shift", cell);
  const RekeyingSample three = sample("column", "random-shift", cell, 3);
  EXPECT_EQ(one.totals, three.totals);
  EXPECT_EQ(one.dispatches, three.dispatches);
}

// Accesses of one run share the shifts, so an interval over dispatches would be far too narrow.
TEST(Rekeying, samples_are_re_keyings_not_dispatches) {
  const RekeyingSample found = sample("column", "random-shift", {32, 5, kSize});
  EXPECT_GT(found.standard_error(), 2 * found.dispatches.standard_error());
}

TEST(Rekeying, passes_on_exceptions_of_workers) {
  RekeyingOptions options;
  options.jobs = 3;
  const auto program = make_pattern(parse_pattern("column"), {16, 4, 4096});
  EXPECT_THROW(sample_rekeyings(*program, machine_of("random-shift", {16, 4, 1024}), options), std::invalid_argument);
  options.progress = [](std::uint64_t) { throw std::runtime_error("interrupted"); };
  EXPECT_THROW(sample_rekeyings(*program, machine_of("random-shift", {16, 4, 4096}), options), std::runtime_error);
}

TEST(UniformRounds, follow_the_exact_law_and_do_not_depend_on_their_division) {
  const CongestionCell cell{16, 3, 1024};
  const Machine machine = machine_of("identity", cell);
  const std::vector<std::uint32_t> all = model_congestion(UniformRounds(cell, 7, 0, 4000), machine);
  std::vector<std::uint32_t> parts = model_congestion(UniformRounds(cell, 7, 0, 1500), machine);
  for (const std::uint32_t c : model_congestion(UniformRounds(cell, 7, 1500, 2500), machine)) {
    parts.push_back(c);
  }
  EXPECT_EQ(all, parts);
  Histogram histogram;
  for (const std::uint32_t c : all) histogram.add(c);
  const ExactCongestion exact = exact_congestion(cell);
  EXPECT_NEAR(histogram.mean(), exact.mean, 4 * std::sqrt(exact.variance / 4000));
}

/// The words of the first access.
std::vector<Address> first_access(const char* pattern, const CongestionCell& cell) {
  const auto program = make_pattern(parse_pattern(pattern), cell);
  std::vector<Address> address(cell.requests(), kInactive);
  std::vector<Word> data(cell.requests());
  for (std::uint32_t warp = 0; warp < program->warps(); ++warp) {
    program->access(0, warp, nullptr, &address[std::size_t{warp} * cell.width], &data[std::size_t{warp} * cell.width]);
  }
  return address;
}

TEST(Pattern, requests_the_words_of_its_definition) {
  const CongestionCell cell{4, 2, 64};
  EXPECT_EQ(first_access("contiguous:3", cell), (std::vector<Address>{3, 4, 5, 6, 7, 8, 9, 10}));
  EXPECT_EQ(first_access("stride:4", cell), (std::vector<Address>{0, 4, 8, 12, 16, 20, 24, 28}));
  EXPECT_EQ(first_access("stride:16", cell), (std::vector<Address>{0, 16, 32, 48, 1, 17, 33, 49}));
  EXPECT_EQ(first_access("column", cell), (std::vector<Address>{0, 8, 16, 24, 32, 40, 48, 56}));
  EXPECT_EQ(first_access("diagonal", cell), (std::vector<Address>{0, 5, 10, 15, 0, 5, 10, 15}));
  const std::vector<Address> scattered = first_access("scattered:9", cell);
  EXPECT_EQ(std::set<Address>(scattered.begin(), scattered.end()).size(), 8U);
}

TEST(Pattern, refuses_unknown_names_and_unsupported_sizes) {
  for (const char* bad : {"", "colum", "stride", "stride:", "stride:0", "stride:x", "column:2", "trace:", "uniform:1",
                          "contiguous:-1", "diagonal:1"}) {
    EXPECT_THROW(parse_pattern(bad), std::invalid_argument) << bad;
  }
  EXPECT_THROW(make_pattern(parse_pattern("column"), {16, 1, 1040}), std::invalid_argument);
  EXPECT_THROW(make_pattern(parse_pattern("diagonal"), {16, 1, 240}), std::invalid_argument);
  EXPECT_THROW(make_pattern(parse_pattern("uniform"), {16, 1, 1024}), std::invalid_argument);
}

/// Counts the bins^balls throws by their largest load.
std::vector<double> by_enumeration(std::uint32_t balls, std::uint32_t bins) {
  std::vector<double> law(balls + 1, 0.0);
  std::uint64_t ways = 1;
  for (std::uint32_t ball = 0; ball < balls; ++ball) ways *= bins;
  for (std::uint64_t way = 0; way < ways; ++way) {
    std::vector<std::uint32_t> load(bins, 0);
    std::uint64_t rest = way;
    for (std::uint32_t ball = 0; ball < balls; ++ball, rest /= bins) ++load[rest % bins];
    law[*std::max_element(load.begin(), load.end())] += 1 / static_cast<double>(ways);
  }
  return law;
}

TEST(Occupancy, is_the_law_of_all_ways_to_throw) {
  for (const auto& [balls, bins] :
       std::vector<std::pair<std::uint32_t, std::uint32_t>>{{1, 2}, {5, 2}, {3, 4}, {8, 4}, {6, 8}}) {
    const Occupancy law = occupancy(balls, bins);
    const std::vector<double> right = by_enumeration(balls, bins);
    double mean = 0;
    double square = 0;
    for (std::size_t c = 0; c < right.size(); ++c) {
      const double found = c < law.probability.size() ? law.probability[c] : 0;
      EXPECT_NEAR(found, right[c], 1e-12) << balls << " balls, " << bins << " bins, load " << c;
      mean += static_cast<double>(c) * right[c];
      square += static_cast<double>(c * c) * right[c];
    }
    EXPECT_NEAR(law.mean, mean, 1e-11);
    EXPECT_NEAR(law.variance, square - mean * mean, 1e-11);
  }
}

// With n = 2^30 words the probability that two of sw requests are equal is below 2e-5.
TEST(Occupancy, is_table_2_for_a_large_memory) {
  for (const unsigned width : {16U, 32U, 128U}) {
    for (const unsigned super_warp : {1U, 5U}) {
      const double exact = exact_congestion({width, super_warp, std::uint64_t{1} << 30U}).mean;
      EXPECT_NEAR(occupancy(width * super_warp, width).mean, exact, 1e-4 * exact);
    }
  }
}

TEST(Occupancy, refuses_0_balls_and_numbers_of_bins_that_are_not_powers_of_two) {
  EXPECT_THROW(occupancy(0, 4), std::invalid_argument);
  EXPECT_THROW(occupancy(4, 3), std::invalid_argument);
  EXPECT_THROW(occupancy(4, 1), std::invalid_argument);
}

using Numbers = std::vector<std::uint64_t>;

TEST(NumberList, reads_numbers_and_ranges) {
  EXPECT_EQ(number_list("--width", "16,32,64"), (Numbers{16, 32, 64}));
  EXPECT_EQ(number_list("--width", "1..4"), (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(number_list("--width", "1..2,8,3..3"), (Numbers{1, 2, 8, 3}));
}

TEST(NumberList, refuses_other_text_and_names_the_option) {
  for (const char* bad :
       {"", ",", "1,", "a", "1..", "..2", "4..1", "-1", "1...3", "1 ,2", "1..9999999", "99999999999999999999"}) {
    try {
      number_list("--size", bad);
      ADD_FAILURE() << "'" << bad << "' was accepted";
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("--size"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace superwarp::congestion
