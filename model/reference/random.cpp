// SPDX-License-Identifier: Apache-2.0
#include "model/reference/random.h"

#include <algorithm>

#include "model/machine/simd_path.h"

namespace superwarp::model {

void uniform_range(std::uint64_t key, std::uint64_t first, std::uint32_t count, std::uint32_t bound,
                   std::uint32_t* draw) {
  const auto loop = [](std::uint64_t of, std::uint64_t from, std::uint32_t size, std::uint32_t end, std::uint32_t* out)
                        SUPERWARP_IN_CALLER {
                          std::uint32_t least = ~0U;
                          std::uint64_t state = of + (from + 1) * kGolden64;
                          for (std::uint32_t i = 0; i < size; ++i, state += kGolden64) {
                            const auto word = static_cast<std::uint32_t>(mix64(state) >> 32);
                            const std::uint64_t product = std::uint64_t{word} * end;
                            out[i] = static_cast<std::uint32_t>(product >> 32);
                            least = std::min(least, static_cast<std::uint32_t>(product));
                          }
                          return least;
                        };
  const std::uint32_t least = run_wide(loop, key, first, count, bound, draw);
  // uniform_at() redraws some of these; they are rare.
  const bool redraw = least < bound && least < (std::uint64_t{1} << 32) % bound;
  for (std::uint32_t i = 0; redraw && i < count; ++i) draw[i] = uniform_at(key, first + i, bound);
}

std::vector<std::uint32_t> random_entries(std::uint64_t seed, std::uint64_t purpose, std::uint64_t count,
                                          std::uint32_t bound) {
  const std::uint64_t key = extend_key(seed, purpose);
  std::vector<std::uint32_t> entries(count);
  for (std::uint64_t i = 0; i < count; ++i) entries[i] = uniform_at(key, i, bound);
  return entries;
}

std::vector<std::uint32_t> random_shifts(std::uint64_t seed, std::uint64_t rows, std::uint32_t banks) {
  return random_entries(seed, 0x73686966, rows, banks);  // "shif"
}

}  // namespace superwarp::model
