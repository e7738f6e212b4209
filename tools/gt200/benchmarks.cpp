// SPDX-License-Identifier: Apache-2.0
#include "tools/gt200/benchmarks.h"

#include <fmt/format.h>

#include <numeric>
#include <stdexcept>

#include "model/machine/log2.h"

namespace superwarp::gt200 {

std::uint32_t algorithm_1_start(std::uint32_t thread, std::uint32_t stride) {
  if (stride > kGt200Warp || !is_power_of_two(stride)) {
    throw std::invalid_argument(
        fmt::format("stride {}: expected 1, 2, 4, 8, 16 or 32; no other covers the array of the "
                    "GT200 paper's benchmark",
                    stride));
  }
  return thread / stride * stride * kGt200Warp + thread % stride;
}

HalfWarpAccess algorithm_1_access(std::uint32_t half_warp, std::uint32_t iteration,
                                  std::uint32_t stride, std::uint32_t word_bytes) {
  HalfWarpAccess access;
  access.word_bytes = word_bytes;
  for (std::uint32_t i = 0; i < kHalfWarp; ++i) {
    const std::uint32_t element =
        algorithm_1_start(half_warp * kHalfWarp + i, stride) + iteration * stride;
    access.address.push_back(element * word_bytes);
  }
  return access;
}

Op Algorithm2::access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/,
                      Address* address, Word* data) const {
  for (std::uint32_t i = 0; i < width(); ++i) {
    const std::uint32_t id = warp * width() + i;
    address[i] = id * bank_ % block_;
    data[i] = written_token(round, id, threads());
  }
  return Op::kWrite;
}

std::uint32_t algorithm_2_steps(std::uint32_t bank) {
  return bank == 0 ? 1 : std::gcd(bank, kGt200Banks);
}

}  // namespace superwarp::gt200
