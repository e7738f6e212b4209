// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/machine/machine.h"
#include "model/reference/congestion_counter.h"
#include "model/reference/mapping.h"
#include "sim/workload/workload.h"

namespace superwarp::workload {
namespace {

constexpr std::uint32_t kWidth = 32;
using Addresses = std::vector<Address>;
using WordOfThread = std::function<Address(std::uint32_t)>;

std::unique_ptr<Program> make_kernel(const std::string& name, std::uint32_t size, std::uint32_t threads,
                                     std::uint32_t width = kWidth) {
  return make_workload(name, {size, threads, width});
}

/// Every thread's address in `round`; all warps have the same operation.
Addresses addresses(const Program& program, std::uint64_t round, Op* op = nullptr) {
  Addresses address(program.threads(), kInactive);
  std::vector<Word> data(program.width());
  std::vector<Word> registers(program.width());
  for (std::uint32_t warp = 0; warp < program.warps(); ++warp) {
    const Op done =
        program.access(round, warp, registers.data(), &address[std::size_t{warp} * program.width()], data.data());
    if (op != nullptr) *op = done;
  }
  return address;
}

/// A fact about a real kernel's shared-memory addresses: the words of the first `threads` threads
/// of a warp, and their congestion without and with random shifts.
struct Fact {
  const char* kernel;
  std::uint32_t size;
  std::uint32_t threads;
  WordOfThread word_of;
  std::uint32_t plain;
  double shifted;
};

std::vector<Fact> facts() {
  using T = std::uint32_t;
  const auto pad = [](T i) { return i + i / 32; };
  return {
      {"transpose-tile", 32, 32, [](T t) { return 32 * t; }, 32, 3.5},
      {"transpose-tile-padded", 32, 32, [](T t) { return 33 * t; }, 1, 3.5},
      {"reduction-interleaved", 1024, 32, [](T t) { return 2 * t; }, 2, 1.5},
      {"reduction-interleaved", 1024, 32, [](T t) { return 2 * t + 1; }, 2, 1.5},
      {"reduction-interleaved", 1024, 32, [](T t) { return 8 * t; }, 8, 2.6},
      {"reduction-interleaved", 1024, 32, [](T t) { return 8 * t + 4; }, 8, 2.6},
      {"reduction-interleaved", 1024, 32, [](T t) { return 32 * t; }, 32, 3.5},
      {"reduction-interleaved", 1024, 32, [](T t) { return 32 * t + 16; }, 32, 3.5},
      {"reduction-sequential", 1024, 32, [](T t) { return t; }, 1, 1.0},
      {"reduction-sequential", 1024, 32, [](T t) { return t + 512; }, 1, 1.0},
      {"scan-blelloch", 1024, 32, [](T t) { return 8 * (2 * t + 1) - 1; }, 16, 3.1},
      {"scan-blelloch", 1024, 32, [](T t) { return 8 * (2 * t + 2) - 1; }, 16, 3.1},
      {"scan-blelloch", 1024, 32, [](T t) { return 16 * (2 * t + 1) - 1; }, 32, 3.5},
      {"scan-blelloch", 1024, 32, [](T t) { return 16 * (2 * t + 2) - 1; }, 32, 3.5},
      {"scan-blelloch-padded", 1024, 32, [=](T t) { return pad(8 * (2 * t + 1) - 1); }, 1, 3.4},
      {"bitonic-sort", 1024, 32, [](T t) { return 2 * t; }, 2, 1.5},
      {"bitonic-sort", 1024, 32, [](T t) { return 2 * t - (t & 7U); }, 2, 1.9},
      {"bitonic-sort", 1024, 32, [](T t) { return 2 * t - (t & 31U); }, 1, 1.0},
      {"matrix-product", 32, 32, [](T) { return 7; }, 1, 1.0},
      {"matrix-product", 32, 32, [](T t) { return 32 * 39 + t; }, 1, 1.0},
      {"lud-perimeter", 16, 16, [](T t) { return 512 + 16 * t + 5; }, 8, 2.1},
      {"needleman-wunsch", 16, 16, [](T t) { return (16 - t) * 17 + t + 1; }, 8, 2.1},
      {"needleman-wunsch", 32, 32, [](T t) { return (32 - t) * 33 + t + 1; }, 32, 3.5},
      {"hotspot", 16, 32, [](T t) { return t; }, 1, 1.0},
      {"stencil", 256, 32, [](T t) { return t + 1; }, 1, 2.0},
      {"convolution-columns", 8, 32, [](T t) { return 81 * (t % 16) + t / 16; }, 2, 3.4},
      {"fft", 1, 32, [](T t) { return 8 * (t >> 3U) + (t & 7U); }, 1, 1.0},
      {"fft", 1, 32, [](T t) { return 8 * (t >> 3U) + (t & 7U) + 66; }, 1, 1.96},
      {"fft", 1, 32, [](T t) { return 66 * (t & 7U) + (t >> 3U); }, 2, 3.0},
  };
}

Addresses words_of(const Fact& fact) {
  Addresses words(kWidth, kInactive);
  for (std::uint32_t t = 0; t < fact.threads; ++t) words[t] = fact.word_of(t);
  return words;
}

std::string text_of(const Fact& fact) { return fact.kernel + ::testing::PrintToString(words_of(fact)); }

/// Does a warp request exactly these words, in the lower lanes or, with idle threads, in the upper
/// ones?
bool requests(const Program& program, const Addresses& words, std::uint32_t threads) {
  Addresses upper(words);
  std::rotate(upper.begin(), upper.begin() + threads % kWidth, upper.end());
  for (std::uint64_t round = 0; round < program.rounds(); ++round) {
    const Addresses all = addresses(program, round);
    for (std::size_t first = 0; first < all.size(); first += kWidth) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first);
      if (std::equal(words.begin(), words.end(), begin)) return true;
      if (std::equal(upper.begin(), upper.end(), begin)) return true;
    }
  }
  return false;
}

std::uint32_t congestion(const Addresses& words, const std::string& mapping, std::uint64_t seed) {
  Machine machine;
  machine.width = kWidth;
  machine.mapping = mapping;
  machine.rows = 128;
  machine.key = model::mapping_key(mapping, seed, machine.rows, kWidth);
  std::vector<std::uint32_t> bank(kWidth);
  model::make_mapping(machine)->banks(words.data(), kWidth, bank.data());
  model::CongestionCounter counter(kWidth, kWidth);
  return counter.count(words.data(), bank.data(), kWidth);
}

/// The tolerance is half a unit of the last printed digit and four standard errors of the sample.
void expect_mean(const Addresses& words, double printed, const std::string& what) {
  constexpr int kRekeyings = 4000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kRekeyings; ++i) {
    const double c = congestion(words, "random-shift", 1000U + static_cast<std::uint64_t>(i));
    sum += c;
    squares += c * c;
  }
  const double mean = sum / kRekeyings;
  const double error = std::sqrt(std::max(0.0, squares / kRekeyings - mean * mean) / kRekeyings);
  EXPECT_NEAR(mean, printed, 0.05 + 4 * error) << what;
}

TEST(Kernels, request_the_words_of_the_facts_table_at_its_plain_congestion) {
  for (const Fact& fact : facts()) {
    const auto program = make_kernel(std::string("kernel-") + fact.kernel, fact.size, 1024);
    EXPECT_TRUE(requests(*program, words_of(fact), fact.threads)) << text_of(fact);
    EXPECT_EQ(congestion(words_of(fact), "identity", 1), fact.plain) << text_of(fact);
  }
}

TEST(Kernels, under_random_shifts_have_the_congestion_of_the_facts_table) {
  for (const Fact& fact : facts()) expect_mean(words_of(fact), fact.shifted, text_of(fact));
}

/// The table has 2.0 for words one off and 16 off in all lanes. In the kernel the tile's edge is
/// idle: one off stays within a row, and 16 off overlaps less.
TEST(Kernels, of_hotspot_cost_less_than_in_the_facts_table_because_edges_are_idle) {
  const auto neighbour = [](std::uint32_t offset) {
    Addresses words(kWidth, kInactive);
    for (std::uint32_t t = 0; t < kWidth; ++t) {
      if (t % 16 >= 1 && t % 16 <= 14) words[t] = 32 + t + offset;
    }
    return words;
  };
  const auto program = make_kernel("kernel-hotspot", 16, 256);
  for (const std::uint32_t offset : {1U, 0U - 1, 16U, 0U - 16}) {
    EXPECT_TRUE(requests(*program, neighbour(offset), kWidth)) << offset;
  }
  expect_mean(neighbour(1), 1.0, "one off");
  expect_mean(neighbour(0U - 1), 1.0, "one off");
  expect_mean(neighbour(16), 27.0 / 32 + 1, "16 off");
}

TEST(Kernels, of_every_size_and_width_split_into_passes_request_the_same_words) {
  for (const WorkloadInfo& info : workloads()) {
    if (!info.kernel) continue;
    for (const std::uint32_t size : {1U, 2U, 16U, 37U}) {
      for (const std::uint32_t width : {4U, 32U}) {
        try {
          make_kernel(info.name, size, 64, width);
        } catch (const std::invalid_argument& error) {
          EXPECT_NE(std::string(error.what()).find("power of two"), std::string::npos);
          EXPECT_EQ(size, 37U) << info.name;
          continue;
        }
        const auto words = [&](std::uint32_t threads) {
          const auto program = make_kernel(info.name, size, threads, width);
          std::vector<std::pair<Op, Address>> all;
          for (std::uint64_t round = 0; round < program->rounds(); ++round) {
            Op op = Op::kRead;
            bool any = false;
            for (const Address a : addresses(*program, round, &op)) {
              if (a == kInactive) continue;
              any = true;
              EXPECT_LT(a, program->words()) << info.name;
              all.emplace_back(op, a);
            }
            EXPECT_TRUE(any) << info.name << ": nothing in round " << round;
          }
          return all;
        };
        EXPECT_EQ(words(2048), words(64)) << info.name << ' ' << size << ' ' << width;
      }
    }
  }
}

TEST(Kernels, have_barriers_between_writing_and_reading_phases) {
  const auto program = make_kernel("kernel-transpose-tile", 32, 256);
  ASSERT_EQ(program->rounds(), 8U);
  for (std::uint64_t round = 0; round < 8; ++round) {
    Op op = Op::kRead;
    addresses(*program, round, &op);
    EXPECT_EQ(op, round < 4 ? Op::kWrite : Op::kRead);
    EXPECT_EQ(program->barrier_after(round), round == 3);
  }
  // After the first write, 10 strides of two reads, a write and a barrier.
  const auto reduction = make_kernel("kernel-reduction-interleaved", 1024, 1024);
  ASSERT_EQ(reduction->rounds(), 31U);
  for (std::uint64_t round = 0; round < 31; ++round) {
    EXPECT_EQ(reduction->barrier_after(round), round % 3 == 0);
  }
}

TEST(Kernels, refuse_sizes_above_a_block) {
  EXPECT_NO_THROW(make_kernel("kernel-fft", 8192, 64));
  EXPECT_THROW(make_kernel("kernel-fft", 8193, 64), std::invalid_argument);
  EXPECT_THROW(make_kernel("kernel-hotspot", 129, 64), std::invalid_argument);
}

}  // namespace
}  // namespace superwarp::workload
