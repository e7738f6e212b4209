// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "sim/description/data_files.h"
#include "sim/gpu/lower.h"

namespace superwarp::gpu {
namespace {

using Element = std::function<std::uint64_t(std::uint64_t)>;

/// Slots of an access on a GPU of data/gpus, whose lane n asks for element n.
std::uint32_t slots(const std::string& gpu, std::uint32_t bytes, std::uint32_t lanes, const Element& element,
                    Operation operation = Operation::kRead) {
  const Description description = read_description(description::gpu_file(gpu));
  Access access{operation, bytes, {}};
  for (std::uint64_t lane = 0; lane < lanes; ++lane) access.address.push_back(bytes * element(lane));
  return Lowering(description).lower(access).slots;
}

std::uint64_t contiguous(std::uint64_t lane) { return lane; }
std::uint64_t in_pairs(std::uint64_t lane) { return lane / 2; }
std::uint64_t one(std::uint64_t /*lane*/) { return 0; }

TEST(Rules, loads_of_lanes_in_pairs_merge_since_volta) {
  for (const char* gpu : {"volta", "turing", "ampere", "ada", "hopper", "blackwell"}) {
    EXPECT_EQ(slots(gpu, 16, 32, contiguous), 4U) << gpu;
    EXPECT_EQ(slots(gpu, 16, 32, in_pairs), 2U) << gpu;
    EXPECT_EQ(slots(gpu, 16, 32, one), 2U) << gpu;
    EXPECT_EQ(slots(gpu, 8, 32, contiguous), 2U) << gpu;
    EXPECT_EQ(slots(gpu, 8, 32, in_pairs), 1U) << gpu;
    EXPECT_EQ(slots(gpu, 16, 32, [](std::uint64_t lane) { return lane % 4; }), 4U) << gpu;
    EXPECT_EQ(slots(gpu, 16, 32, in_pairs, Operation::kWrite), 4U) << gpu;
    EXPECT_EQ(slots(gpu, 8, 32, in_pairs, Operation::kWrite), 2U) << gpu;
  }
  for (const char* gpu : {"maxwell", "pascal"}) {
    EXPECT_EQ(slots(gpu, 16, 32, in_pairs), 4U) << gpu;
    EXPECT_EQ(slots(gpu, 16, 32, one), 4U) << gpu;
    EXPECT_EQ(slots(gpu, 8, 32, [](std::uint64_t lane) { return lane % 4; }), 2U) << gpu;
  }
}

TEST(Rules, a_matrix_is_a_phase_of_eight_rows) {
  const auto rows = [](std::uint64_t bytes) { return [=](std::uint64_t lane) { return lane * bytes / 16; }; };
  for (const char* gpu : {"turing", "ampere", "ada", "hopper", "blackwell"}) {
    for (const std::uint32_t matrices : {1U, 2U, 4U}) {
      const auto on = [&](std::uint64_t bytes) {
        return slots(gpu, 16, 8 * matrices, rows(bytes), Operation::kMatrixRead);
      };
      EXPECT_EQ(on(16), matrices);
      EXPECT_EQ(on(144), matrices);
      EXPECT_EQ(on(32), 2 * matrices);
      EXPECT_EQ(on(64), 4 * matrices);
      EXPECT_EQ(on(128), 8 * matrices);
    }
  }
  for (const char* gpu : {"hopper", "blackwell"})
    EXPECT_EQ(slots(gpu, 16, 32, rows(128), Operation::kMatrixWrite), 32U);
  EXPECT_THROW(slots("volta", 16, 32, rows(16), Operation::kMatrixRead), std::invalid_argument);
  EXPECT_THROW(slots("ampere", 16, 32, rows(16), Operation::kMatrixWrite), std::invalid_argument);
}

TEST(Rules, kepler_has_banks_of_eight_bytes_in_both_modes) {
  const auto stride = [](std::uint64_t words) { return [=](std::uint64_t lane) { return lane * words; }; };
  EXPECT_EQ(slots("kepler-4byte", 4, 32, stride(32)), 16U);
  EXPECT_EQ(slots("kepler-4byte", 4, 32, stride(2)), 1U);
  EXPECT_EQ(slots("kepler-8byte", 4, 32, contiguous), 1U);
  EXPECT_EQ(slots("kepler-8byte", 8, 32, contiguous), 1U);
  EXPECT_EQ(slots("kepler-8byte", 16, 32, contiguous), 2U);
}

TEST(Rules, doubles_conflict_in_pairs_on_the_gt200) {
  EXPECT_EQ(slots("gt200", 4, 32, contiguous), 2U);
  EXPECT_EQ(slots("gt200", 8, 32, contiguous), 8U);
  EXPECT_THROW(slots("gt200", 1, 32, contiguous), std::invalid_argument);
}

TEST(Rules, waves_of_64_go_in_phases_and_wide_multicast_does_not_merge) {
  for (const char* gpu : {"gcn5", "cdna2", "cdna3"}) {
    EXPECT_EQ(slots(gpu, 4, 64, contiguous), 2U) << gpu;
    EXPECT_EQ(slots(gpu, 8, 64, contiguous), 4U) << gpu;
    EXPECT_EQ(slots(gpu, 16, 64, contiguous), 8U) << gpu;
    EXPECT_EQ(slots(gpu, 16, 64, one), 8U) << gpu;
    // Lanes 0 to 7 in one bank: a phase has 0 to 3, another one 4 to 7.
    const Element eights = [](std::uint64_t lane) { return lane % 8 * 32 + lane / 8; };
    EXPECT_EQ(slots(gpu, 16, 64, eights), 32U) << gpu;
    EXPECT_EQ(slots(gpu, 16, 64, eights, Operation::kWrite), 64U) << gpu;
  }
  EXPECT_EQ(slots("gcn5", 4, 32, contiguous), 1U);
  EXPECT_EQ(slots("cdna2", 4, 32, contiguous), 2U);  // the idle half
}

TEST(Rules, cdna4_reads_from_64_banks) {
  const auto apart = [](std::uint64_t bytes, std::uint32_t element) {
    return [=](std::uint64_t lane) { return lane * bytes / element; };
  };
  for (const std::uint32_t bytes : {1U, 2U, 4U}) {  // one phase of all lanes
    EXPECT_EQ(slots("cdna4", bytes, 64, contiguous), 1U) << bytes;
    EXPECT_EQ(slots("cdna4", bytes, 64, apart(128, bytes)), 32U) << bytes;
    EXPECT_EQ(slots("cdna4", bytes, 1, contiguous), 1U) << bytes;
    EXPECT_EQ(slots("cdna4", bytes, 64, apart(128, bytes), Operation::kWrite), 64U) << bytes;
  }
  EXPECT_EQ(slots("cdna4", 4, 64, contiguous, Operation::kWrite), 2U);
  EXPECT_EQ(slots("cdna4", 8, 64, contiguous), 2U);
  EXPECT_EQ(slots("cdna4", 16, 64, contiguous), 4U);
  EXPECT_EQ(slots("cdna4", 8, 2, apart(128, 8)), 1U);
  EXPECT_EQ(slots("cdna4", 8, 2, apart(256, 8)), 2U);
  EXPECT_EQ(slots("cdna4", 8, 2, apart(128, 8), Operation::kWrite), 2U);
  EXPECT_EQ(slots("cdna4", 8, 64, contiguous, Operation::kWrite), 4U);
}

TEST(Rules, a_count_of_one_word_is_not_serialised_and_an_atomic_is) {
  for (const char* gpu : {"volta", "ampere", "hopper", "blackwell"}) {
    EXPECT_EQ(slots(gpu, 4, 32, one, Operation::kCount), 1U) << gpu;
    EXPECT_EQ(slots(gpu, 4, 32, one, Operation::kAtomic), 32U) << gpu;
    EXPECT_EQ(slots(gpu, 4, 32, contiguous, Operation::kAtomic), 1U) << gpu;
  }
}

TEST(Rules, idle_phases_of_wide_accesses_cost_a_slot_on_hopper) {
  EXPECT_EQ(slots("hopper", 8, 16, contiguous), 2U);
  EXPECT_EQ(slots("hopper", 16, 8, contiguous), 4U);
  EXPECT_EQ(slots("hopper", 8, 1, contiguous), 1U);  // joins over idle lanes
  EXPECT_EQ(slots("hopper", 16, 1, contiguous), 2U);
  EXPECT_EQ(slots("hopper", 8, 1, contiguous, Operation::kWrite), 2U);
  EXPECT_EQ(slots("hopper", 16, 1, contiguous, Operation::kWrite), 4U);
}

}  // namespace
}  // namespace superwarp::gpu
