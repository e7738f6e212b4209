// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "language/bank_event.h"
#include "language/program.h"
#include "language/threads.h"
#include "tb/under_way.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::tb {

/// The sea of threads in front of the memory units: dispatches super warps round robin, in front of
/// each by itself, and hands them the words that come back. A super warp may be dispatched again
/// once its last access is complete and every access ahead of the last barrier is, of its block or
/// of all; the rounds schedule is the async one with a barrier for all after every round.
class WarpScheduler {
 public:
  WarpScheduler(const Program& program, const Machine& machine);

  /// Takes what a time unit served and completed: lawful events, of dispatches that were offered.
  void take(const TimeUnit& unit);

  /// Who is next in `queue` (Threads::queues()); null if nobody may go now. It stands until the
  /// next call for the queue. Nothing has happened before dispatched().
  const Dispatch* candidate(std::uint32_t queue);
  /// Was the same dispatch the candidate when it was asked for before?
  [[nodiscard]] bool stands(std::uint32_t queue) const { return queue_[queue].stands; }
  /// The name of the next dispatch, whoever's it is.
  [[nodiscard]] DispatchId next_id() const { return next_id_; }
  /// The candidate of `queue` is dispatched.
  void dispatched(std::uint32_t queue);

  /// The next dispatch, for a unit that is ready for one and has one queue in front of it; null if
  /// nobody may go now. It stands until the next call.
  const Dispatch* next() {
    const Dispatch* const dispatch = candidate(0);
    if (dispatch != nullptr) dispatched(0);
    return dispatch;
  }
  /// Its name.
  [[nodiscard]] DispatchId id() const { return next_id_ - 1; }

  /// Every thread has run to its end and every access is complete.
  [[nodiscard]] bool finished() const { return running_ == 0 && under_way_.count() == 0; }

  /// Requests dispatched so far: one per active thread.
  [[nodiscard]] std::uint64_t requests() const { return requests_; }

 private:
  /// A block between two of its barriers.
  struct Phase {
    std::uint64_t barriers = 0;  ///< passed
    std::uint32_t ahead = 0;     ///< super warps with an access ahead of the next, or under way
    std::uint32_t first = 0;     ///< super warp of the block
    std::uint32_t end = 0;
  };
  /// Super warps in front of a memory.
  struct Queue {
    std::vector<std::uint64_t> eligible;  ///< bitmap: may be dispatched now
    std::uint32_t search_from = 0;        ///< round robin goes on here
    Dispatch current;                     ///< of the candidate
    bool known = false;                   ///< it is that of somebody who was not dispatched since
    bool stands = false;                  ///< and was before the last call
  };

  /// Dispatched and not complete.
  struct UnderWayAccess {
    std::uint32_t super_warp = 0;
    Op op = Op::kRead;
    std::vector<Word> word;  ///< by lane: read so far
  };

  void settle(std::uint32_t super_warp);
  void open_next(Phase& phase);
  void open_for_all();
  static std::optional<std::uint32_t> next_eligible(const Queue& queue);

  Threads threads_;
  std::vector<Queue> queue_;
  std::vector<Phase> phase_;         ///< of each block
  std::uint64_t passed_by_all_ = 0;  ///< barriers that are for all blocks
  std::uint32_t running_ = 0;        ///< super warps with accesses left that are not under way
  std::uint64_t requests_ = 0;
  DispatchId next_id_ = 0;
  UnderWay<UnderWayAccess> under_way_;
};

}  // namespace superwarp::tb
