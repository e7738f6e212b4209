// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/mixed_traffic.h"

#include "model/reference/random.h"

namespace superwarp::test {
namespace {

/// Numbers of one draw: several fields of one random word.
struct Fields {
  std::uint64_t word;
  std::uint32_t below(std::uint32_t bound, unsigned at) const {
    return static_cast<std::uint32_t>(((word >> at) & 0xffffffU) * bound >> 24U);
  }
};

}  // namespace

bool MixedTraffic::barrier_after(std::uint64_t round) const { return model::uniform_at(options_.seed, round, 50) == 0; }

Op MixedTraffic::access(std::uint64_t round, std::uint32_t warp, Word* registers, Address* address, Word* data) const {
  const std::uint64_t of_warp = model::extend_key(model::extend_key(options_.seed, round + 1), warp);
  const Fields common{model::key_word(of_warp, 0)};
  if (common.below(8, 0) == 0) return Op::kRead;  // a pause
  const std::uint32_t pattern = common.below(9, 24);
  const Fields rest{model::key_word(of_warp, 1)};
  const std::uint32_t sharp = rest.below(3, 0);  // every thread, every second, few
  const auto words = static_cast<std::uint32_t>(this->words());
  const auto here = static_cast<std::uint32_t>(model::uniform_at(of_warp, 2, words));
  for (std::uint32_t i = 0; i < width(); ++i) {
    const Fields own{model::key_word(of_warp, 3 + i)};
    if (sharp != 0 && own.below(sharp == 1 ? 2 : width(), 40) != 0) continue;
    const std::uint32_t row = own.below(options_.rows, 0);
    const std::uint32_t any = row * width() + own.below(width(), 24);
    address[i] = pattern == 0   ? here
                 : pattern == 1 ? row * width() + here % width()
                 : pattern == 2 ? (here + i) % words
                 : pattern == 3 ? (own.below(2, 0) == 0 ? here : (here ^ (1U << own.below(18, 24))) % words)
                                : any;
    data[i] = pattern % 2 == 0 ? static_cast<Word>(own.word) : registers[i] + i;
  }
  const std::uint64_t of_super_warp = model::extend_key(~options_.seed, round);
  return model::uniform_at(of_super_warp, warp / options_.super_warp, 3) == 0 ? Op::kWrite : Op::kRead;
}

}  // namespace superwarp::test
