// SPDX-License-Identifier: Apache-2.0
#include "tools/gt200/patterns.h"

#include <fmt/format.h>

#include <numeric>
#include <stdexcept>

#include "model/machine/log2.h"
#include "model/reference/coalescer.h"
#include "model/reference/random.h"

namespace superwarp::gt200 {
namespace {

/// The random numbers of one access, in order.
class Draws {
 public:
  explicit Draws(std::uint64_t key) : key_(key) {}
  std::uint32_t below(std::uint64_t bound) { return model::uniform_at(key_, index_++, bound); }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::uint64_t key_;
  std::uint64_t index_ = 0;
};

}  // namespace

std::uint32_t algorithm_1_start(std::uint32_t thread, std::uint32_t stride) {
  if (stride > kGt200Warp || !is_power_of_two(stride)) {
    throw std::invalid_argument(
        fmt::format("stride {}: expected 1, 2, 4, 8, 16 or 32; no other covers the array of the "
                    "GT200 paper's benchmark",
                    stride));
  }
  return thread / stride * stride * kGt200Warp + thread % stride;
}

std::vector<HalfWarpAccess> algorithm_1_accesses(std::uint32_t stride, std::uint32_t word_bytes) {
  std::vector<HalfWarpAccess> accesses;
  for (std::uint32_t iteration = 0; iteration < kGt200Warp; ++iteration) {
    for (std::uint32_t first = 0; first < kGt200Warp; first += kHalfWarp) {
      HalfWarpAccess& access = accesses.emplace_back();
      access.word_bytes = word_bytes;
      for (std::uint32_t t = first; t < first + kHalfWarp; ++t)
        access.address.push_back((algorithm_1_start(t, stride) + iteration * stride) * word_bytes);
    }
  }
  return accesses;
}

Op Algorithm2::access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
                      Word* data) const {
  for (std::uint32_t i = 0; i < width(); ++i) {
    const std::uint32_t id = warp * width() + i;
    address[i] = id * bank_ % block_;
    data[i] = written_token(round, id, threads());
  }
  return Op::kWrite;
}

std::uint32_t algorithm_2_steps(std::uint32_t bank) { return bank == 0 ? 1 : std::gcd(bank, kGt200Banks); }

Op RandomHalfWarps::access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
                           Word* data) const {
  Draws draw(model::extend_key(model::extend_key(seed_, round), warp));
  const Op op = draw.one_in(3) ? Op::kWrite : Op::kRead;
  const std::uint32_t w = width();
  const std::uint32_t pattern = draw.below(8);
  const bool gaps = draw.one_in(4);
  const std::uint32_t bank = draw.below(w);
  const std::uint32_t row = draw.below(rows_);
  const std::uint32_t step = draw.below(rows_) | 1U;  // odd: row + t * step differ
  for (std::uint32_t t = 0; t < w; ++t) {
    std::uint32_t in_bank = bank;
    std::uint32_t in_row = row;
    switch (pattern) {
      case 0:  // a different word of one bank for every thread
        in_row = (row + t * step) % rows_;
        break;
      case 1:  // one word
        break;
      case 2:  // one word for about half the threads, two banks for the others
        if (draw.one_in(2)) break;
        in_bank = (bank + draw.below(2)) % w;
        in_row = draw.below(rows_);
        break;
      case 3:  // few words of three banks, most of them requested by several threads
        in_bank = (bank + draw.below(3)) % w;
        in_row = draw.below(2);
        break;
      case 4:  // pairs of equal words in one bank
        in_row = (row + t / 2 * step) % rows_;
        break;
      case 5:  // a stride
        in_bank = t * step % w;
        in_row = (row + t * step / w) % rows_;
        break;
      default:  // anywhere
        in_bank = draw.below(w);
        in_row = draw.below(rows_);
        break;
    }
    data[t] = written_token(round, std::uint64_t{warp} * w + t, threads());
    if (!gaps || !draw.one_in(3)) address[t] = in_row * w + in_bank;
  }
  return op;
}

HalfWarpAccess random_half_warp_access(std::uint64_t seed, std::uint64_t index) {
  Draws draw(model::extend_key(seed, index));
  HalfWarpAccess access;
  access.word_bytes = 1U << draw.below(5);
  const std::uint32_t words = kByteAddressLimit / access.word_bytes;
  const std::uint32_t pattern = draw.below(7);
  const bool gaps = draw.one_in(3);
  const std::uint32_t window = (32U << draw.below(6)) / access.word_bytes;  // of words
  const std::uint32_t stride = 1 + draw.below(70);
  const std::uint32_t base = draw.below(words - 70 * kHalfWarp - window);
  for (std::uint32_t t = 0; t < kHalfWarp; ++t) {
    std::uint32_t word = base;
    switch (pattern) {
      case 0:  // consecutive, unaligned
        word = base + t;
        break;
      case 1:  // consecutive, the last thread first
        word = base - base % kHalfWarp + kHalfWarp - 1 - t;
        break;
      case 2:
        word = base + t * stride;
        break;
      case 3:  // one address
        break;
      case 4:  // anywhere
        word = draw.below(words);
        break;
      default:  // in a few segments, or a part of one
        word = base - base % window + draw.below(window);
        break;
    }
    const bool requests = !gaps || !draw.one_in(3);
    access.address.push_back(requests ? word * access.word_bytes : kInactive);
  }
  return access;
}

std::uint64_t Coalesced::count() const {
  std::uint64_t sum = 0;
  for (const auto& of_access : transactions) sum += of_access.size();
  return sum;
}

std::uint64_t Coalesced::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& of_access : transactions) sum += model::total_bytes(of_access);
  return sum;
}

}  // namespace superwarp::gt200
