// SPDX-License-Identifier: Apache-2.0
#include "model/reference/rpu/rpu.h"

namespace superwarp::model {

std::vector<RpuInfo> rpu_batch() {
  constexpr std::uint32_t kMostRoute = 73;  // levels of 2048 lanes and 128 banks
  const std::vector<RpuOption> options = {
      {"route", "stages of a network that takes requests to the banks; 0: multiplexers", "Route", 0, kMostRoute, 0}};
  return {{Rpu::kBatch, "batch", "the papers': packs the requests of --super-warp warps, then the next", "", "", "", "",
           options}};
}

}  // namespace superwarp::model
