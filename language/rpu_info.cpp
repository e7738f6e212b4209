// SPDX-License-Identifier: Apache-2.0
#include "language/rpu_info.h"

#include <algorithm>
#include <stdexcept>

namespace superwarp {

const std::vector<RpuInfo>& rpus() {
  static const std::vector<RpuInfo> all = {
      {Rpu::kBatch,
       "batch",
       "the papers': packs the requests of --super-warp warps, then the next",
       {}},
      {Rpu::kStream,
       "stream",
       "ours (sdmm, rsdmm): a window of --depth requests for every lane, warps overlap",
       {{Priority::kFullest, "fullest"}, {Priority::kTurn, "turn"}}},
      {Rpu::kPipelined,
       "pipelined",
       "ours for silicon (sdmm, rsdmm): the same, a pass a time unit, --passes matches under way",
       {{Priority::kFullest, "fullest"}, {Priority::kTurn, "turn"}}},
      {Rpu::kCrossbar,
       "crossbar",
       "what open crossbars do (sdmm, rsdmm): a FIFO of --depth requests for every lane, no "
       "merging",
       {{Priority::kRoundRobin, "round-robin"}, {Priority::kFixed, "fixed"}}},
  };
  return all;
}

const RpuInfo& rpu_info(Rpu rpu) {
  return *std::find_if(rpus().begin(), rpus().end(),
                       [rpu](const RpuInfo& info) { return info.rpu == rpu; });
}

const std::string& priority_name(Priority priority) {
  for (const RpuInfo& rpu : rpus()) {
    for (const PriorityInfo& info : rpu.priorities) {
      if (info.priority == priority) return info.name;
    }
  }
  throw std::invalid_argument("no such priority");
}

}  // namespace superwarp
