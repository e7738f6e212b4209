// SPDX-License-Identifier: Apache-2.0
#include "sim/model/random.h"

namespace superwarp::model {

std::vector<std::uint32_t> random_entries(std::uint64_t seed, std::uint64_t purpose,
                                          std::uint64_t count, std::uint32_t bound) {
  const std::uint64_t key = extend_key(seed, purpose);
  std::vector<std::uint32_t> entries(count);
  for (std::uint64_t i = 0; i < count; ++i) entries[i] = uniform_at(key, i, bound);
  return entries;
}

std::vector<std::uint32_t> random_shifts(std::uint64_t seed, std::uint64_t rows,
                                         std::uint32_t banks) {
  return random_entries(seed, 0x73686966, rows, banks);  // "shif"
}

}  // namespace superwarp::model
