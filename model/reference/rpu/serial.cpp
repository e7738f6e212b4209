// SPDX-License-Identifier: Apache-2.0
#include "model/reference/rpu/rpu.h"

namespace superwarp::model {

std::vector<RpuInfo> rpu_serial() {
  const std::vector<RpuOption> options = {
      {"intake", "time units from a warp's arrival to its slots", "Intake", 1, 2, 1}};
  return {{Rpu::kSerial, "serial",
           "the papers' with pipeline registers (sdmm, rsdmm): packs --super-warp warps as they go in one by one",
           "serial", "", "", "-serial", options, 20'000}};
}

}  // namespace superwarp::model
