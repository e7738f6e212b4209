// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/model/ready_warps.h"
#include "sim/model/turn_order.h"

namespace superwarp::model {

/// The asynchronous schedule: a super warp is ready when its own last request is complete. The
/// first ready one in round-robin order takes its turn when the memory is free.
class AsyncOrder final : public TurnOrder {
 public:
  AsyncOrder(Threads& threads, std::uint32_t latency) : ready_(threads), latency_(latency) {}

  bool next(Turn& turn) override;
  void served(std::uint64_t last_slot) override;

 private:
  ReadyWarps ready_;
  std::uint32_t latency_;
  std::uint64_t free_ = 1;        ///< first time unit without a slot
  std::uint32_t super_warp_ = 0;  ///< of the last turn
};

}  // namespace superwarp::model
