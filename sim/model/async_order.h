// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "sim/model/turn_order.h"

namespace superwarp::model {

/// The asynchronous schedule: a super warp is ready once its own last request is complete; the
/// first ready one in round-robin order takes its turn as soon as the memory is free. A barrier
/// opens when everything ahead of it is complete, and the search then starts from super warp 0.
///
/// Round robin is a queue here: whoever has had its turn is the last of the cyclic order, and
/// becomes ready after all others, since requests end in the order in which they began. So between
/// barriers the queue in order of readiness is the cyclic order from the last one dispatched on,
/// and its head is the first ready one.
class AsyncOrder final : public TurnOrder {
 public:
  AsyncOrder(Threads& threads, std::uint32_t latency);

  bool next(Turn& turn) override;
  void served(std::uint64_t last_slot) override;

 private:
  struct Waiting {
    std::uint64_t ready = 0;  ///< time unit from which it may have its turn
    std::uint32_t super_warp = 0;
  };

  void file(std::uint32_t super_warp, std::uint64_t ready);
  bool open_barrier();

  Threads& threads_;
  std::uint32_t latency_;
  std::uint64_t barriers_ = 0;    ///< opened so far
  std::uint64_t free_ = 1;        ///< first time unit without a slot yet
  std::uint64_t complete_ = 1;    ///< first time unit after everything so far is complete
  std::uint32_t super_warp_ = 0;  ///< of the last turn
  std::deque<Waiting> queue_;     ///< for a turn before the next barrier
  std::map<std::uint64_t, std::vector<std::uint32_t>>
      behind_;  ///< super warps by barriers ahead of them
};

}  // namespace superwarp::model
