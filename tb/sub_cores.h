// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "model/machine/issue.h"

namespace superwarp {
class Threads;
struct Machine;
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

}  // namespace superwarp::tb
