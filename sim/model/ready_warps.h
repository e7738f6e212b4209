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

/// Which super warps are ready, from which time unit on, and whose turn it is
/// (docs/spec/machines.md, "async", "Barriers" and "Residency"; docs/spec/hierarchy.md, "Who goes
/// next" within a queue, and "Barriers"). Right for the rounds schedule too, in which Threads puts
/// a barrier for all after every round.
///
/// It knows no latency and no slots: who takes turns says when accesses are complete.
class ReadyWarps {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// All super warps of `threads`, which must outlive it, have their first access ahead; those
  /// without a barrier ahead of it are ready from time unit 1 on.
  explicit ReadyWarps(Threads& threads);

  /// The first super warp of `queue` that is ready in time unit `now`, in cyclic order behind the
  /// one that was taken from it last, its access prepared in Threads; none if nobody is ready. It
  /// is under way until completed(). `now` does not decrease.
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

  /// The earliest time unit, from that of the last take() on, in which anyone is ready; kNever if
  /// nobody is before another access is complete: with none under way, everyone has finished.
  [[nodiscard]] std::uint64_t next_ready() const {
    for (const Queue& queue : queues_) {
      if (!queue.ready.empty()) return now_;
    }
    return due_ == later_.size() ? kNever : later_[due_].ready;
  }

  /// The access of a super warp that was taken is complete, Threads::complete() has been told: as
  /// far as this access goes, it may go on from time unit `ready` on, the first one after. May be
  /// called as soon as that is known, and for several super warps in any order.
  void completed(std::uint32_t super_warp, std::uint64_t ready);

 private:
  /// A super warp that is ready from a time unit on that has not come yet.
  struct Later {
    std::uint64_t ready = 0;
    std::uint32_t super_warp = 0;
  };
  struct Block {
    std::uint64_t barriers = 0;  ///< opened so far
    std::uint32_t ahead = 0;     ///< super warps with an access ahead of the next barrier
    std::uint64_t complete = 1;  ///< first time unit after all accesses so far are complete
    /// Barriers for all blocks that stand ahead of the next access of anybody here.
    std::uint64_t device_barriers = 0;
    std::map<std::uint64_t, std::vector<std::uint32_t>> behind;  ///< by barriers ahead of them
  };

  struct Queue {
    CyclicSet ready;
    std::uint32_t search = 0;  ///< begins here
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
  std::uint32_t blocks_ahead_ = 0;     ///< with an access ahead of their next barrier
};

}  // namespace superwarp::model
