// SPDX-License-Identifier: Apache-2.0
#include "tb/sub_cores.h"

#include <algorithm>

#include "model/machine/machine.h"
#include "model/machine/threads.h"

namespace superwarp::tb {

SubCores::SubCores(const Threads& threads, const Machine& machine)
    : greedy_(machine.issue->order == IssueOrder::kOldest),
      work_(std::size_t{threads.super_warps()} * threads.together()) {
  const auto of_each = static_cast<std::uint32_t>(work_.size()) / threads.multiprocessors();
  for (std::uint32_t m = 0; m < threads.multiprocessors(); ++m) {
    for (std::uint32_t i = 0; i < machine.issue->sub_cores; ++i) {
      SubCore& sub_core = sub_cores_.emplace_back();
      for (std::uint32_t place = i; place < of_each; place += machine.issue->sub_cores)
        sub_core.warps.push_back(m * of_each + place);
      // The first search begins at the lowest; a loose one begins behind the last.
      if (!greedy_ && !sub_core.warps.empty()) sub_core.last = sub_core.warps.size() - 1;
    }
  }
}

void SubCores::begin(std::uint32_t warp, const std::vector<Segment>& work, std::uint64_t from) {
  work_[warp] = {};
  work_[warp].segments = &work;
  work_[warp].not_before = from;
  ++busy_;
}

bool SubCores::can_issue(std::uint32_t warp, std::uint64_t now) const {
  const Work& work = work_[warp];
  return work.segments != nullptr && work.at < work.segments->size() && work.not_before <= now;
}

const std::vector<std::uint32_t>& SubCores::issue(std::uint64_t now) {
  over_.clear();
  if (busy_ == 0) return over_;
  for (SubCore& sub_core : sub_cores_) issue_from(sub_core, now);
  for (std::uint32_t warp = 0; warp < work_.size(); ++warp) {
    Work& work = work_[warp];
    if (work.segments == nullptr || work.at < work.segments->size() || work.not_before > now + 1)
      continue;
    work.segments = nullptr;
    --busy_;
    over_.push_back(warp);
  }
  return over_;
}

void SubCores::issue_from(SubCore& sub_core, std::uint64_t now) {
  const std::size_t count = sub_core.warps.size();
  for (std::size_t i = 0; i < count; ++i) {
    // Loose: behind the last one. Greedy: the last one, then from the lowest on.
    std::size_t place = (sub_core.last + 1 + i) % count;
    if (greedy_) place = i;
    if (greedy_ && can_issue(sub_core.warps[sub_core.last], now)) place = sub_core.last;
    const std::uint32_t warp = sub_core.warps[place];
    if (!can_issue(warp, now)) continue;
    sub_core.last = place;
    return step(work_[warp], now);
  }
}

/// Issues an instruction.
void SubCores::step(Work& work, std::uint64_t now) {
  const Segment& segment = (*work.segments)[work.at];
  if (work.issued == 0) work.run_ends = now + segment.length;
  work.not_before = now + 1;
  if (++work.issued < segment.instructions) return;
  work.not_before = std::max(work.not_before, work.run_ends);
  work.issued = 0;
  if (++work.run < segment.times) return;
  work.run = 0;
  ++work.at;
}

}  // namespace superwarp::tb
