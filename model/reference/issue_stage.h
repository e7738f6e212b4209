// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <set>
#include <utility>
#include <vector>

#include "model/machine/threads.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

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

}  // namespace superwarp::model
