// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/model/turn_order.h"

namespace superwarp::model {

/// The rounds schedule of Lemma 1 (super-warp paper, Section II): super warps take their turns in
/// order and without gaps; a round starts when the previous one is complete.
class RoundsOrder final : public TurnOrder {
 public:
  RoundsOrder(Threads& threads, std::uint32_t latency)
      : threads_(threads), latency_(latency), super_warp_(threads.super_warps()) {}

  bool next(Turn& turn) override;
  void served(std::uint64_t last_slot) override;

 private:
  bool start_round();

  Threads& threads_;
  std::uint32_t latency_;
  std::uint32_t super_warp_;          ///< the next candidate; super_warps() at the end of the round
  std::uint64_t round_ = 0;           ///< counted in barriers: Threads puts one after every round
  std::uint64_t free_ = 1;            ///< first time unit without a slot
  std::uint64_t round_complete_ = 1;  ///< first time unit after all requests so far are complete
};

}  // namespace superwarp::model
