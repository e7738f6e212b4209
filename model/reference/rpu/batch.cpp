// SPDX-License-Identifier: Apache-2.0
#include "model/reference/rpu/rpu.h"

namespace superwarp::model {

RpuInfo rpu_batch() {
  const RpuOption route = {
      "route", "stages of a network that takes requests to the banks; 0: multiplexers", "Route", 0, kMostRoute, 0};
  return {Rpu::kBatch, "batch", "the papers': packs the requests of --super-warp warps, then the next", "", "", "",
          "",          {route}};
}

}  // namespace superwarp::model
