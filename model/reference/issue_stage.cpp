// SPDX-License-Identifier: Apache-2.0
#include "model/reference/issue_stage.h"

#include <algorithm>

#include "model/machine/machine.h"

namespace superwarp::model {

IssueStage::IssueStage(const Threads& threads, const Machine& machine)
    : issue_(*machine.issue),
      warps_(threads.super_warps() / threads.multiprocessors() * threads.together()),
      sub_cores_(std::size_t{threads.multiprocessors()} * issue_.sub_cores),
      place_(std::size_t{threads.super_warps()} * threads.together()) {}

void IssueStage::begin(std::uint32_t warp, const std::vector<Segment>& work, std::uint64_t from) {
  place_[warp] = {};
  place_[warp].segment = work.data();
  place_[warp].end = work.data() + work.size();
  begin_run(place_[warp]);
  const std::size_t multiprocessor = warp / warps_;
  const std::uint32_t sub_core = warp % warps_ % issue_.sub_cores;
  sub_cores_[multiprocessor * issue_.sub_cores + sub_core].later.emplace(from, warp);
}

void IssueStage::begin_run(Place& place) {
  ++place.times;
  place.left = place.segment->instructions;
  place.begun = false;
}

std::uint64_t IssueStage::next() const {
  std::uint64_t next = kNever;
  for (const SubCore& sub_core : sub_cores_) {
    if (!sub_core.ready.empty()) return after_;  // those that were not chosen
    if (!sub_core.later.empty()) next = std::min(next, sub_core.later.top().first);
  }
  return next;
}

const std::vector<IssueStage::Over>& IssueStage::issue() {
  const std::uint64_t now = next();
  after_ = now + 1;
  over_.clear();
  for (SubCore& sub_core : sub_cores_) {
    for (; !sub_core.later.empty() && sub_core.later.top().first <= now; sub_core.later.pop())
      sub_core.ready.insert(sub_core.later.top().second);
    if (!sub_core.ready.empty()) issue_one(sub_core, now);
  }
  return over_;
}

std::uint32_t IssueStage::chosen(const SubCore& sub_core) const {
  if (!sub_core.any) return *sub_core.ready.begin();
  if (issue_.order == IssueOrder::kOldest)
    return sub_core.ready.count(sub_core.last) > 0 ? sub_core.last : *sub_core.ready.begin();
  const auto after = sub_core.ready.upper_bound(sub_core.last);
  return after == sub_core.ready.end() ? *sub_core.ready.begin() : *after;
}

void IssueStage::issue_one(SubCore& sub_core, std::uint64_t now) {
  const std::uint32_t warp = chosen(sub_core);
  sub_core.ready.erase(warp);
  sub_core.last = warp;
  sub_core.any = true;
  ++instructions_;
  Place& place = place_[warp];
  if (!place.begun) place.length = now + place.segment->length;
  place.begun = true;
  std::uint64_t follows = now + 1;
  if (--place.left == 0) {
    follows = std::max(follows, place.length);
    place.stalled += follows - (now + 1);
    if (place.times == place.segment->times) {
      ++place.segment;
      place.times = 0;
    }
    if (place.segment == place.end) {
      over_.push_back({warp, follows, place.stalled});
      return;
    }
    begin_run(place);
  }
  sub_core.later.emplace(follows, warp);
}

}  // namespace superwarp::model
