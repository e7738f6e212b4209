// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>

#include "model/reference/mapping.h"
#include "model/reference/stream_model.h"
#include "sim/workload/workload.h"
#include "sysc/rtl_unit.h"
#include "tb/lane_driver.h"
#include "tests/bench/bench_fixture.h"
#include "tests/lanes/lanes.h"

/// \file
/// The lane machine keeps the law of docs/spec/streaming.md, "The lane-level port".

namespace superwarp {

namespace sysc {
std::ostream& operator<<(std::ostream& out, const LaneConfig& c) {
  std::string name = fmt::format("w{}_d{}_k{}_r{}{}_{}", c.width, c.streaming.depth, c.streaming.passes, c.responses,
                                 c.streaming.priority == Priority::kTurn ? "_turn" : "", c.mapping);
  if (c.banks != c.width) name += fmt::format("_b{}", c.banks);
  std::replace(name.begin(), name.end(), '-', '_');
  return out << name;
}
}  // namespace sysc

namespace test {
namespace {

using sysc::LaneConfig;
using sysc::LaneRequest;
using tb::LaneRun;
using tb::LaneTraffic;

/// With the cache and the RTL of the tests, and runs that must keep the law.
class LanesUnderTest : public Lanes {
 public:
  LanesUnderTest(LaneConfig config, std::uint32_t latency, std::uint64_t seed = 1)
      : Lanes(cache(), with_rtl(std::move(config)), latency, seed) {}

  LaneRun lawful_run(const LaneTraffic& traffic) {
    LaneRun run = this->run(traffic);
    EXPECT_FALSE(run.failure) << *run.failure;
    return run;
  }
  static LaneConfig with_rtl(LaneConfig config) {
    config.rtl_dir = rtl_under_test().rtl_dir;
    return config;
  }
};

LaneConfig shape(std::uint32_t width, Streaming streaming, std::uint32_t responses, const char* mapping = "identity",
                 std::uint32_t banks = 0) {
  return {width, banks == 0 ? width : banks, streaming, responses, 16, mapping, {}};
}

/// Reads every word once, the lanes taking turns.
Requests all_words(const LaneConfig& config) {
  Requests requests(config.width);
  for (Address a = 0; a < config.banks * config.rows; ++a)
    requests[(a + a / config.width) % config.width].push_back(read(a));
  return requests;
}

class LanePort : public ::testing::TestWithParam<LaneConfig> {};

TEST_P(LanePort, keeps_its_law_whatever_lanes_request_and_however_they_stall) {
  const LaneConfig config = GetParam();
  setenv("RC_PARAMS", "seed=1 max_success=400", 0);
  tb::LaneCounts counts;
  std::string failure;
  const bool held = rc::check("the law", [&] {
    const auto latency = *rc::gen::element(1U, 2U, 7U);
    const auto seed = *rc::gen::inRange(1U, 1000U);
    const auto pattern = *rc::gen::inRange(0U, 5U);
    const auto writes = *rc::gen::inRange(0U, 9U);
    const auto offers = *rc::gen::inRange(0U, 5U);
    const auto takes = *rc::gen::inRange(0U, 5U);
    const double most = std::max(1000.0, 50.0 * config.width);  // requests
    const auto numbers = *rc::gen::scale(most / 100, rc::gen::container<std::vector<std::uint64_t>>(rc::gen::resize(
                                                         rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>())));
    LanesUnderTest lanes(config, latency, seed);
    LaneRun run =
        lanes.run({requests_of(config, numbers, pattern, writes), stalls(offers, seed), stalls(takes, seed + 1)});
    if (!run.failure) run = lanes.run({all_words(config), {}, {}});
    counts.requests += lanes.counts().requests;
    counts.merged_reads += lanes.counts().merged_reads;
    counts.partial_writes += lanes.counts().partial_writes;
    counts.waits_for_window += lanes.counts().waits_for_window;
    counts.waits_for_credit += lanes.counts().waits_for_credit;
    if (!run.failure) return;
    failure = fmt::format("{}\nlatency {}, seed {}, pattern {}, writes {}, offers {}, takes {}, {} requests",
                          *run.failure, latency, seed, pattern, writes, offers, takes, numbers.size());
    RC_FAIL(failure);
  });
  EXPECT_TRUE(held) << failure;
  if (!held) return;
  fmt::print(
      "{} requests: {} merged reads, {} writes of some bytes; lanes waited {} cycles for a "
      "window, {} for a credit\n",
      counts.requests, counts.merged_reads, counts.partial_writes, counts.waits_for_window, counts.waits_for_credit);
  EXPECT_GE(counts.requests, 100000U);
  EXPECT_GE(counts.merged_reads, 500U);
  EXPECT_GE(counts.partial_writes, 5000U);
  EXPECT_GE(counts.waits_for_window, 200U);
  EXPECT_GE(counts.waits_for_credit, 1000U);
}

// Every width, depth and number of passes, both mappings and priorities, few and many credits, and
// other numbers of banks.
INSTANTIATE_TEST_SUITE_P(
    Shape, LanePort,
    ::testing::Values(shape(2, {1, 1, Priority::kFullest}, 1), shape(2, {8, 3, Priority::kFullest}, 9, "random-shift"),
                      shape(4, {2, 3, Priority::kFullest}, 3), shape(4, {4, 2, Priority::kTurn}, 16, "random-shift"),
                      shape(8, {1, 3, Priority::kFullest}, 8, "random-shift"), shape(8, {4, 4, Priority::kFullest}, 5),
                      shape(32, {2, 1, Priority::kFullest}, 4, "random-shift"),
                      shape(32, {8, 3, Priority::kFullest}, 15), shape(3, {2, 3, Priority::kFullest}, 3, "identity", 2),
                      shape(5, {3, 2, Priority::kTurn}, 6, "random-shift", 7)),
    [](const auto& info) { return ::testing::PrintToString(info.param); });

TEST(LanePortWords, are_the_models_once_every_word_has_been_written) {
  for (const auto& config :
       {shape(4, {2, 3, Priority::kFullest}, 3), shape(8, {1, 3, Priority::kFullest}, 8, "random-shift")}) {
    Requests written = all_words(config);
    for (auto& lane : written) {
      for (LaneRequest& request : lane) request = write(request.address, kAllBytes, ~request.address);
    }
    std::mt19937_64 random(1);
    std::vector<std::uint64_t> numbers(5000);
    std::generate(numbers.begin(), numbers.end(), random);
    LanesUnderTest lanes(config, 2);
    lanes.lawful_run({written, {}, {}});
    lanes.compare_words();
    lanes.lawful_run({requests_of(config, numbers, 3, 4), stalls(1, 5), stalls(1, 6)});
    EXPECT_GT(lanes.counts().partial_writes, 1000U);
  }
}

/// As in the header of rtl/lane_machine.sv.
TEST(LanePortTime, a_response_is_valid_l_cycles_after_the_first_in_which_its_request_waits) {
  for (const std::uint32_t latency : {1U, 2U, 3U, 7U}) {
    LanesUnderTest lanes(shape(4, {2, 3, Priority::kFullest}, 3), latency);
    const LaneRun run = lanes.lawful_run({{{write(5, kAllBytes, 1)}, {}, {}, {}}, {}, {}});
    // Accepted in cycle 0, waits in 1, valid and taken in 1 + l.
    EXPECT_EQ(run.cycles, latency + 2U);
  }
}

TEST(LanePortTime, lanes_of_different_banks_are_served_every_cycle_from_depth_2_on) {
  constexpr std::uint64_t kReads = 500;
  for (const std::uint32_t latency : {1U, 7U}) {
    for (const auto& [config, distance] : {std::pair{shape(32, {8, 3, Priority::kFullest}, 15), 1U},
                                           std::pair{shape(8, {1, 3, Priority::kFullest}, 8), 2U}}) {
      Requests requests(config.width);
      for (std::uint32_t j = 0; j < config.width; ++j) requests[j].assign(kReads, read(j + config.width * (j % 16)));
      LanesUnderTest lanes(config, latency);
      const LaneRun run = lanes.lawful_run({requests, {}, {}});
      EXPECT_EQ(run.cycles, (kReads - 1) * distance + latency + 2) << config;
    }
  }
}

Requests random_reads(const LaneConfig& config, std::uint32_t count) {
  std::mt19937 random(1);
  Requests requests(config.width);
  for (auto& lane : requests) {
    for (std::uint32_t i = 0; i < count; ++i) lane.push_back(read(random() % (config.width * config.rows)));
  }
  return requests;
}

TEST(LanePortTime, with_few_credits_a_lane_is_served_so_many_times_in_latency_and_two_cycles) {
  constexpr std::uint64_t kReads = 300;
  for (const auto& config : {shape(2, {1, 1, Priority::kFullest}, 1), shape(4, {2, 3, Priority::kFullest}, 3)}) {
    Requests requests(config.width);
    requests[1].assign(kReads, read(1));
    LanesUnderTest lanes(config, 7);
    const LaneRun run = lanes.lawful_run({requests, {}, {}});
    const std::uint64_t between = (kReads / config.responses - 1) * (7 + 2);
    EXPECT_GE(run.cycles, between) << config;
    EXPECT_LE(run.cycles, between + 7 + 2 + config.responses) << config;
  }
}

TEST(LanePortTime, no_lane_waits_for_a_credit_with_depth_plus_latency_credits) {
  const LaneConfig config = shape(32, {8, 3, Priority::kFullest}, 15);
  for (const std::uint32_t latency : {1U, 2U, 6U, 7U, 8U}) {
    LanesUnderTest lanes(config, latency);
    const LaneRun run = lanes.lawful_run({random_reads(config, 1000), {}, {}});
    if (latency <= 7) {
      EXPECT_EQ(lanes.counts().waits_for_credit, 0U) << latency;
    } else {
      EXPECT_GT(lanes.counts().waits_for_credit, 0U) << "one credit fewer is too few";
    }
  }
}

/// Uniform random reads served in a cycle if warps issue them, by the model.
double warps_rate(std::uint32_t width, const Streaming& streaming) {
  workload::WorkloadOptions options;
  options.size = std::uint64_t{4096} * width;
  options.width = width;
  options.threads = 64 * width;
  const auto program = workload::make_workload("random", options);
  Machine machine;
  machine.kind = MachineKind::kSdmm;
  machine.width = width;
  machine.latency = 7;
  machine.rpu = Rpu::kStream;
  machine.streaming = streaming;
  machine.schedule = Schedule::kAsync;
  model::fit(machine, program->words());
  model::StreamModel model(*program, machine, {false});
  model.run();
  return static_cast<double>(model.totals().requests) / static_cast<double>(model.totals().slots);
}

TEST(LanePortTime, random_reads_flow_at_least_as_fast_as_those_of_warps) {
  LaneConfig config = shape(32, {8, 3, Priority::kFullest}, 15);
  config.rows = 1024;  // reads of one word are rare, as they are in the workload
  constexpr std::uint32_t kReads = 4000;
  LanesUnderTest lanes(config, 7);
  const LaneRun run = lanes.lawful_run({random_reads(config, kReads), {}, {}});
  const double rate = static_cast<double>(config.width) * kReads / static_cast<double>(run.cycles);
  const double warps = warps_rate(config.width, config.streaming);
  fmt::print("random reads served in a cycle, 32 banks, depth 8: {:.2f}; of warps: {:.2f}\n", rate, warps);
  EXPECT_GE(rate, warps);
}

TEST(LanePortStall, a_lane_that_takes_no_response_delays_no_other_lane) {
  constexpr std::uint64_t kLate = 20000;
  constexpr std::uint32_t kReads = 500;
  const LaneConfig config = shape(32, {8, 3, Priority::kFullest}, 15);
  LanesUnderTest lanes(config, 7);
  const LaneRun run = lanes.lawful_run({random_reads(config, kReads), {}, [](std::uint32_t lane, std::uint64_t cycle) {
                                          return lane % 2 == 0 || cycle >= kLate;
                                        }});
  for (std::uint32_t j = 0; j < config.width; ++j) {
    if (j % 2 == 0) {
      EXPECT_LE(run.finished[j], 2 * kReads) << j;
    } else {
      EXPECT_GE(run.finished[j], kLate + kReads) << j;
      EXPECT_LE(run.finished[j], kLate + 2 * kReads) << j;
    }
  }
}

TEST(LanePortBytes, lanes_that_write_bytes_of_one_word_together_all_leave_theirs) {
  const LaneConfig config = shape(4, {2, 3, Priority::kFullest}, 3);
  Requests writes(4), reads(4);
  for (std::uint32_t j = 0; j < 4; ++j) writes[j] = {write(6, 1U << j, 0x44332211U)};
  reads[0] = {read(6)};
  LanesUnderTest lanes(config, 2);
  const LaneRun run = lanes.lawful_run({writes, {}, {}});
  EXPECT_EQ(run.cycles, 2U + 2 + 3) << "one a cycle";
  lanes.lawful_run({reads, {}, {}});
}

/// The RTL's own assertion.
TEST(LanePortAssertion, any_bits_are_an_address) {
  const LaneConfig config = shape(4, {2, 3, Priority::kFullest}, 3);
  for (const Address address : {63U, 64U}) {
    Requests requests(4);
    requests[3] = {read(address)};
    auto& unit = *cache().lane_machine(LanesUnderTest::with_rtl(config));
    unit.reset(1);
    unit.offer(3, requests[3][0]);
    unit.settle();
    unit.rising_edge();
    EXPECT_FALSE(unit.assertion_failed()) << address;
  }
}

}  // namespace
}  // namespace test
}  // namespace superwarp
