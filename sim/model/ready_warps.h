// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "language/threads.h"
#include "sim/model/cyclic_set.h"

namespace superwarp::model {

/// The ready super warps and the order of their turns (docs/spec/machines.md, "async", "Barriers"
/// and "Residency"; docs/spec/hierarchy.md, "Who goes next" within a queue, and "Barriers"). It
/// also fits the rounds schedule, in which Threads puts a barrier of all blocks after every round.
///
/// Latency and slots are the caller's: it reports when accesses are complete.
class ReadyWarps {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// Super warps without a barrier before their first access are ready from time unit 1 on.
  /// `threads` must outlive this.
  explicit ReadyWarps(Threads& threads);

  /// Takes the first super warp of `queue` that is ready in time unit `now`, in cyclic order after
  /// the last one taken from it. Its access is prepared in Threads and in flight until completed().
  /// `now` must not decrease.
  std::optional<std::uint32_t> take(std::uint64_t now, std::uint32_t queue = 0) {
    now_ = now;
    for (; due_ < later_.size() && later_[due_].ready <= now; ++due_) {
      const std::uint32_t g = later_[due_].super_warp;
      queues_[threads_.queue_of(g)].ready.insert(g);
    }
    Queue& from = queues_[queue];
    const std::uint32_t taken = from.ready.take_from(from.search);
    if (taken == CyclicSet::kNone) return std::nullopt;
    from.search = taken + 1;
    return taken;
  }

  /// The earliest time unit, from the last take() on, with a ready super warp. kNever if none is
  /// ready before another completion; without accesses in flight this means the end of the run.
  [[nodiscard]] std::uint64_t next_ready() const {
    for (const Queue& queue : queues_) {
      if (!queue.ready.empty()) return now_;
    }
    return due_ == later_.size() ? kNever : later_[due_].ready;
  }

  /// Reports the completion of a taken super warp's access, after Threads::complete(): this access
  /// allows the next from time unit `ready` on. The call may come before that time unit, and for
  /// several super warps in any order.
  void completed(std::uint32_t super_warp, std::uint64_t ready);

 private:
  /// A super warp that is ready from a future time unit on.
  struct Later {
    std::uint64_t ready = 0;
    std::uint32_t super_warp = 0;
  };
  struct Block {
    std::uint64_t barriers = 0;         ///< opened so far
    std::uint32_t ahead = 0;            ///< super warps with an access before the next barrier
    std::uint64_t complete = 1;         ///< first time unit after all accesses so far
    std::uint64_t device_barriers = 0;  ///< barriers of all blocks before its next access
    std::map<std::uint64_t, std::vector<std::uint32_t>> behind;  ///< waiting, by barriers before
  };

  struct Queue {
    CyclicSet ready;
    std::uint32_t search = 0;  ///< the search begins here
  };

  void settle(Block& block, std::uint32_t super_warp, std::uint64_t ready);
  void all_complete(Block& block);
  void open_barrier(Block& block);
  void open_device_barrier();
  void begin_anew(std::uint32_t multiprocessor);
  void ready_from(std::uint64_t ready, std::uint32_t super_warp);

  Threads& threads_;
  std::vector<Block> blocks_;
  std::vector<Later> later_;  ///< by time unit, from due_ on
  std::size_t due_ = 0;
  std::vector<Queue> queues_;
  std::uint64_t now_ = 0;              ///< of the last take()
  std::uint64_t device_barriers_ = 0;  ///< opened so far
  std::uint32_t blocks_ahead_ = 0;     ///< blocks with an access before their next barrier
};

}  // namespace superwarp::model
