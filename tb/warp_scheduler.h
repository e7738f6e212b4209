// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "model/machine/bank_event.h"
#include "model/machine/issue.h"
#include "model/machine/program.h"
#include "model/machine/threads.h"
#include "sysc/rtl_unit.h"
#include "tb/under_way.h"

namespace superwarp {
class Threads;
}  // namespace superwarp

namespace superwarp::tb {

/// The issue stage of the bench (docs/spec/issue.md, "Who issues"): every sub-core looks at all of
/// its warps in every time unit.
class SubCores {
 public:
  SubCores(const Threads& threads, const Machine& machine);

  /// `warp` has `work` to issue, which is not empty and must outlive this, from time unit `from`
  /// on.
  void begin(std::uint32_t warp, const std::vector<Segment>& work, std::uint64_t from);

  /// Issues in time unit `now`. The warps whose work is over at its end; what follows may
  /// begin in the next one. Valid until the next call.
  const std::vector<std::uint32_t>& issue(std::uint64_t now);

  /// Has any warp work left?
  [[nodiscard]] bool busy() const { return busy_ > 0; }

 private:
  /// The work of a warp.
  struct Work {
    const std::vector<Segment>* segments = nullptr;  ///< null: none
    std::size_t at = 0;
    std::uint32_t run = 0;         ///< of the segment
    std::uint32_t issued = 0;      ///< instructions of the run
    std::uint64_t not_before = 0;  ///< the time unit of its next instruction, or of what follows
    std::uint64_t run_ends = 0;    ///< at the earliest
  };
  struct SubCore {
    std::vector<std::uint32_t> warps;  ///< ascending
    std::size_t last = 0;              ///< place of the one that issued last
  };

  [[nodiscard]] bool can_issue(std::uint32_t warp, std::uint64_t now) const;
  void issue_from(SubCore& sub_core, std::uint64_t now);
  static void step(Work& work, std::uint64_t now);

  bool greedy_;
  std::vector<SubCore> sub_cores_;
  std::vector<Work> work_;  ///< by warp
  std::uint32_t busy_ = 0;
  std::vector<std::uint32_t> over_;
};

/// The sea of threads in front of the memory units. Each queue dispatches its super warps round
/// robin; the words read go back to their threads. A super warp is eligible again when its last
/// access is complete, and every access before its last barrier, of its block or of all blocks. The
/// rounds schedule is the async one with a barrier of all blocks after every round. With an issue
/// stage, sub-cores issue the work of a super warp before it is eligible (docs/spec/issue.md).
class WarpScheduler {
 public:
  WarpScheduler(const Program& program, const Machine& machine);

  /// Takes a time unit. False at the first event of a dispatch or lane that is not under way: the
  /// unit is not lawful.
  bool take(const TimeUnitView& unit);
  /// The same, but words of lanes that are not under way do no harm: checkers see them.
  bool take(const sysc::Answers& answers);

  /// With an issue stage: ends time unit `now` of all memories, after take().
  void issue(std::uint64_t now);
  [[nodiscard]] bool issues() const { return sub_cores_.has_value(); }
  /// The time unit that it was last told.
  [[nodiscard]] std::uint64_t now() const { return now_; }
  /// The last time unit in which a super warp did anything.
  [[nodiscard]] std::uint64_t last() const { return last_; }

  /// The next dispatch of `queue` (Threads::queues()), valid until the next call for this queue;
  /// null if there is none now. It has no effect before dispatched().
  const Dispatch* candidate(std::uint32_t queue);
  /// Was the candidate of the last call also that of the call before?
  [[nodiscard]] bool stands(std::uint32_t queue) const { return queue_[queue].stands; }
  /// The id of the next dispatch of any queue.
  [[nodiscard]] DispatchId next_id() const { return next_id_; }
  /// The candidate of `queue` is dispatched.
  void dispatched(std::uint32_t queue);

  /// Dispatches the candidate of the only queue, for a unit that is ready; null if there is none.
  const Dispatch* next() {
    const Dispatch* const dispatch = candidate(0);
    if (dispatch != nullptr) dispatched(0);
    return dispatch;
  }
  /// The id of the last dispatch.
  [[nodiscard]] DispatchId id() const { return next_id_ - 1; }

  /// Have all threads ended, with all accesses complete?
  [[nodiscard]] bool finished() const {
    return running_ == 0 && under_way_.count() == 0 && !(sub_cores_ && sub_cores_->busy());
  }

  /// Must the units do something: is an access under way, or is a super warp eligible?
  [[nodiscard]] bool expects() const { return sub_cores_ ? any_eligible() : !finished(); }

 private:
  /// A block between two of its barriers.
  struct Phase {
    std::uint64_t barriers = 0;  ///< passed
    std::uint32_t ahead = 0;     ///< super warps with an access before the next barrier
    std::uint32_t first = 0;     ///< super warp of the block
    std::uint32_t end = 0;
  };
  /// Super warps in front of a memory.
  struct Queue {
    std::vector<std::uint64_t> eligible;  ///< bitmap: may be dispatched now
    std::uint32_t search_from = 0;        ///< round robin continues here
    Dispatch current;                     ///< of the candidate
    bool known = false;                   ///< `current` was not dispatched
    bool stands = false;                  ///< see stands()
  };

  /// Dispatched and not complete.
  struct UnderWayAccess {
    std::uint32_t super_warp = 0;
    Op op = Op::kRead;
    bool posted = false;  ///< the super warp went on
  };

  /// A super warp with an issue stage.
  struct Step {
    std::uint32_t before = 0;       ///< warps that issue the work before its access
    std::uint32_t independent = 0;  ///< warps with other work, not begun or under way
    bool at_memory = false;         ///< its access is not complete
  };

  bool complete(Span<DispatchId> completed);
  [[nodiscard]] bool any_eligible() const;
  void settle(std::uint32_t super_warp);
  void begin(std::uint32_t super_warp);
  [[nodiscard]] std::uint32_t with_work(std::uint32_t super_warp, std::vector<Segment> Work::*part) const;
  void begin_work(std::uint32_t super_warp, std::vector<Segment> Work::*part);
  void may_access(std::uint32_t super_warp);
  bool behind_access(std::uint32_t super_warp);
  void over(std::uint32_t super_warp);
  void open_next(Phase& phase);
  void open_for_all();
  static std::optional<std::uint32_t> next_eligible(const Queue& queue);

  Threads threads_;
  std::vector<Queue> queue_;
  std::vector<Phase> phase_;         ///< of each block
  std::uint64_t passed_by_all_ = 0;  ///< barriers of all blocks
  std::uint32_t running_ = 0;        ///< super warps with a next access that is not dispatched
  DispatchId next_id_ = 0;
  UnderWay<UnderWayAccess, Word> under_way_;  ///< with words that are already read
  std::optional<SubCores> sub_cores_;
  IssueWait wait_ = IssueWait::kAccess;
  std::uint32_t places_ = 0;  ///< for reads; 0: no limit
  std::uint32_t reads_ = 0;   ///< under way
  std::vector<Step> step_;    ///< by super warp
  std::uint64_t now_ = 0;     ///< see now()
  std::uint64_t last_ = 0;
};

}  // namespace superwarp::tb
