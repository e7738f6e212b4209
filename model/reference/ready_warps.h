// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include "model/machine/issue.h"
#include "model/machine/threads.h"

namespace superwarp::model {

/// A set of the numbers 0 .. size - 1, searched in cyclic order. One bit for each number and one
/// for each non-empty group of 64 make searches for distant members short.
class CyclicSet {
 public:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  explicit CyclicSet(std::uint32_t size) : members_(size / kBits + 1), not_empty_(members_.size() / kBits + 1) {}

  [[nodiscard]] bool empty() const { return count_ == 0; }

  /// `number` must not be a member.
  void insert(std::uint32_t number) {
    members_[number / kBits] |= bit(number);
    not_empty_[number / kBits / kBits] |= bit(number / kBits);
    ++count_;
  }

  /// Removes and returns the first member in cyclic order from `start` on; kNone if empty.
  std::uint32_t take_from(std::uint32_t start) {
    if (empty()) return kNone;
    std::uint32_t number = from(start);
    if (number == kNone) number = from(0);
    std::uint64_t& members = members_[number / kBits];
    members &= ~bit(number);
    if (members == 0) not_empty_[number / kBits / kBits] &= ~bit(number / kBits);
    --count_;
    return number;
  }

 private:
  static constexpr std::uint32_t kBits = 64;

  static std::uint64_t bit(std::uint32_t number) { return std::uint64_t{1} << (number % kBits); }
  static std::uint32_t lowest(std::uint64_t bits) { return static_cast<std::uint32_t>(__builtin_ctzll(bits)); }

  /// The smallest member from `start` on; kNone if there is none.
  [[nodiscard]] std::uint32_t from(std::uint32_t start) const {
    const std::uint64_t here = members_[start / kBits] >> (start % kBits);
    if (here != 0) return start + lowest(here);
    const std::uint32_t next = start / kBits + 1;
    std::size_t group = next / kBits;
    for (std::uint64_t groups = not_empty_[group] & (~std::uint64_t{0} << (next % kBits));;
         groups = not_empty_[group]) {
      if (groups != 0) {
        const auto word = static_cast<std::uint32_t>(group) * kBits + lowest(groups);
        return word * kBits + lowest(members_[word]);
      }
      if (++group == not_empty_.size()) return kNone;
    }
  }

  std::vector<std::uint64_t> members_;
  std::vector<std::uint64_t> not_empty_;  ///< bit i: members_[i] is not 0
  std::uint32_t count_ = 0;
};

/// Sub-cores that issue the work of warps (docs/spec/issue.md, "Who issues"), time unit by
/// time unit, without those in which nothing is issued.
class IssueStage {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// A warp that has issued all of its work.
  struct Over {
    std::uint32_t warp = 0;
    std::uint64_t next = 0;     ///< the first time unit of what follows
    std::uint64_t stalled = 0;  ///< time units in which a length held it up
  };

  IssueStage(const Threads& threads, const Machine& machine);

  /// `warp` issues `work`, which is not empty and must outlive this, from time unit `from` on.
  /// `from` is not before the last issue().
  void begin(std::uint32_t warp, const std::vector<Segment>& work, std::uint64_t from);

  /// The next time unit in which an instruction is issued; kNever if no warp has work.
  [[nodiscard]] std::uint64_t next() const;

  /// Issues in time unit next(). Valid until the next call.
  const std::vector<Over>& issue();

  /// Instructions issued so far.
  [[nodiscard]] std::uint64_t instructions() const { return instructions_; }

 private:
  using Later = std::pair<std::uint64_t, std::uint32_t>;  ///< time unit, warp
  struct SubCore {
    std::set<std::uint32_t> ready;
    std::priority_queue<Later, std::vector<Later>, std::greater<>> later;
    std::uint32_t last = 0;  ///< issued
    bool any = false;        ///< has issued
  };
  struct Place {
    const Segment* segment = nullptr;
    const Segment* end = nullptr;
    std::uint32_t times = 0;   ///< runs of the segment that have begun
    std::uint64_t left = 0;    ///< instructions of the run
    std::uint64_t length = 0;  ///< end of the run's least time
    bool begun = false;        ///< the run has issued its first instruction
    std::uint64_t stalled = 0;
  };

  [[nodiscard]] std::uint32_t chosen(const SubCore& sub_core) const;
  static void begin_run(Place& place);
  void issue_one(SubCore& sub_core, std::uint64_t now);

  Issue issue_;
  std::uint32_t warps_;             ///< of a multiprocessor
  std::vector<SubCore> sub_cores_;  ///< of multiprocessor 0, then of 1, ..
  std::vector<Place> place_;        ///< by warp
  std::vector<Over> over_;
  std::uint64_t after_ = 1;  ///< the time unit after the last issue()
  std::uint64_t instructions_ = 0;
};

/// The ready super warps and the order of their turns (docs/spec/machines.md, "async", "Barriers"
/// and "Residency"; docs/spec/hierarchy.md, "Who goes next" within a queue, and "Barriers"). It
/// also fits the rounds schedule, in which Threads puts a barrier of all blocks after every round.
///
/// With an issue stage an access is ready when its work is issued (docs/spec/issue.md).
///
/// Latency and slots are the caller's: it reports when accesses are complete.
class ReadyWarps {
 public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// Super warps without a barrier before their first access are ready from time unit 1 on.
  /// `threads` must outlive this. `machine` is needed if it has an issue stage.
  explicit ReadyWarps(Threads& threads, const Machine* machine = nullptr);

  /// Takes the first super warp of `queue` that is ready in time unit `now`, in cyclic order after
  /// the last one taken from it. Its access is prepared in Threads and in flight until completed().
  /// `now` must not decrease.
  std::optional<std::uint32_t> take(std::uint64_t now, std::uint32_t queue = 0) {
    if (stage_) issue_before(now);
    now_ = now;
    for (; due_ < later_.size() && later_[due_].ready <= now; ++due_) {
      const std::uint32_t g = later_[due_].super_warp;
      queues_[threads_.queue_of(g)].ready.insert(g);
    }
    if (places_opened() > now) return std::nullopt;
    Queue& from = queues_[queue];
    const std::uint32_t taken = from.ready.take_from(from.search);
    if (taken == CyclicSet::kNone) return std::nullopt;
    from.search = taken + 1;
    if (!places_.empty() && threads_.op(taken) == Op::kRead) hold_place(taken);
    return taken;
  }

  /// The earliest time unit, from the last take() on, with a ready super warp. kNever if none is
  /// ready before another completion; without accesses in flight this means the end of the run.
  [[nodiscard]] std::uint64_t next_ready() {
    std::uint64_t next = next_known();
    // What is issued in a time unit can only be ready after it.
    for (; stage_ && stage_->next() < next; next = next_known()) issue_once();
    return std::max(next, places_opened());
  }

  /// Is the super warp's prepared access a write for which nothing waits? It is complete in the
  /// time unit of take().
  [[nodiscard]] bool posts(std::uint32_t super_warp) const {
    return wait_ == IssueWait::kWord && threads_.op(super_warp) == Op::kWrite;
  }

  /// Reports the completion of a taken super warp's access, after Threads::complete(): this access
  /// allows the next from time unit `ready` on. The call may come before that time unit, and for
  /// several super warps in any order.
  void completed(std::uint32_t super_warp, std::uint64_t ready, bool posted = false);

  /// The first time unit after all steps so far, and where time went until the time unit before
  /// `end`. Only with an issue stage.
  [[nodiscard]] std::uint64_t end() const;
  [[nodiscard]] WarpTimes times(std::uint64_t end) const;

 private:
  /// A super warp's access with its work, from its first instruction until both are over.
  struct Step {
    std::uint64_t from = 1;      ///< the first time unit
    std::uint64_t issued = 0;    ///< the first time unit in which the access is ready; 0: later
    std::uint64_t complete = 0;  ///< the first time unit after the access; 0: unknown
    std::uint64_t over = 1;      ///< the first time unit after the step
    std::uint64_t stalled = 0;   ///< see IssueStage::Over, of the warps that were last
    std::uint64_t last = 0;      ///< the first time unit after the work so far
    std::uint64_t last_stalled = 0;
    std::uint32_t issuing = 0;  ///< warps whose work is not over
    bool independent = false;   ///< warps have independent work that is not over
    bool posted = false;        ///< the access is a posted write
    std::size_t place = 0;      ///< of a read, from 1 on; 0: none
  };
  /// A super warp that is ready from a future time unit on.
  struct Later {
    std::uint64_t ready = 0;
    std::uint32_t super_warp = 0;
  };
  struct Block {
    std::uint64_t barriers = 0;                                  ///< opened so far
    std::uint32_t ahead = 0;                                     ///< super warps with an access before the next barrier
    std::uint64_t complete = 1;                                  ///< first time unit after all accesses so far
    std::uint64_t device_barriers = 0;                           ///< barriers of all blocks before its next access
    std::map<std::uint64_t, std::vector<std::uint32_t>> behind;  ///< waiting, by barriers before
  };

  struct Queue {
    CyclicSet ready;
    std::uint32_t search = 0;  ///< the search begins here
  };

  [[nodiscard]] std::uint64_t next_known() const {
    for (const Queue& queue : queues_) {
      if (!queue.ready.empty()) return now_;
    }
    return due_ == later_.size() ? kNever : later_[due_].ready;
  }
  void issue_before(std::uint64_t now) {
    while (stage_->next() < now) issue_once();
  }
  /// The first time unit with a free place, as far as known; 0 without places.
  [[nodiscard]] std::uint64_t places_opened() const {
    return places_.empty() ? 0 : *std::min_element(places_.begin(), places_.end());
  }
  void hold_place(std::uint32_t super_warp);
  void issue_once();
  void begin_step(std::uint32_t super_warp, std::uint64_t from);
  std::uint32_t begin_work(std::uint32_t super_warp, std::vector<Segment> Work::*part, std::uint64_t from);
  void issued(std::uint32_t super_warp, std::uint64_t ready);
  void end_step(std::uint32_t super_warp, std::uint64_t over);
  void passed(std::uint32_t super_warp, std::uint64_t ready);
  void settle(Block& block, std::uint32_t super_warp, std::uint64_t ready);
  void all_complete(Block& block);
  void open_barrier(Block& block);
  void open_device_barrier();
  void begin_anew(std::uint32_t multiprocessor);
  void ready_from(std::uint64_t ready, std::uint32_t super_warp);
  void ready_from_memory(std::uint64_t ready, std::uint32_t super_warp);

  Threads& threads_;
  std::vector<Block> blocks_;
  std::vector<Later> later_;  ///< by time unit, from due_ on
  std::size_t due_ = 0;
  std::vector<Queue> queues_;
  std::uint64_t now_ = 0;              ///< of the last take()
  std::uint64_t device_barriers_ = 0;  ///< opened so far
  std::uint32_t blocks_ahead_ = 0;     ///< blocks with an access before their next barrier
  std::optional<IssueStage> stage_;
  IssueWait wait_ = IssueWait::kAccess;
  std::vector<std::uint64_t> places_;  ///< the first time unit in which each is free
  std::uint32_t latency_ = 1;          ///< of a shared memory
  std::uint32_t global_latency_ = 1;   ///< of the global memory
  std::vector<Step> steps_;            ///< by super warp; only with an issue stage
  WarpTimes times_;                    ///< of steps that are over
};

}  // namespace superwarp::model
