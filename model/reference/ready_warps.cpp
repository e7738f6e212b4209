// SPDX-License-Identifier: Apache-2.0
#include "model/reference/ready_warps.h"

#include <algorithm>
#include <utility>

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

ReadyWarps::ReadyWarps(Threads& threads, const Machine* machine)
    : threads_(threads),
      blocks_(threads.blocks()),
      queues_(threads.queues(), Queue{CyclicSet(threads.super_warps())}),
      blocks_ahead_(threads.blocks()) {
  if (machine != nullptr && machine->issue) {
    stage_.emplace(threads, *machine);
    wait_ = machine->issue->wait;
    places_.resize(machine->issue->places);
    latency_ = machine->latency;
    if (machine->hierarchy) global_latency_ = machine->hierarchy->latency;
    steps_.resize(threads.super_warps());
  }
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) settle(blocks_[threads_.block_of(g)], g, 1);
  for (Block& block : blocks_) {
    if (block.ahead == 0) all_complete(block);  // no access precedes its first barrier
  }
}

void ReadyWarps::completed(std::uint32_t super_warp, std::uint64_t ready, bool posted) {
  if (!stage_) return passed(super_warp, ready);
  Step& step = steps_[super_warp];
  step.complete = ready;
  step.posted = posted;
  if (step.place != 0) places_[step.place - 1] = ready;
  if (!step.independent) return end_step(super_warp, std::max(ready, step.over));
  if (wait_ == IssueWait::kAccess) step.issuing = begin_work(super_warp, &Work::independent, ready);
}

/// Everything of the super warp's prepared access is over.
void ReadyWarps::passed(std::uint32_t super_warp, std::uint64_t ready) {
  Block& block = blocks_[threads_.block_of(super_warp)];
  block.complete = std::max(block.complete, ready);
  --block.ahead;
  settle(block, super_warp, ready);
  if (block.ahead == 0) all_complete(block);
}

/// Queues a super warp for its next access, if it has one.
void ReadyWarps::settle(Block& block, std::uint32_t super_warp, std::uint64_t ready) {
  if (!threads_.prepare(super_warp)) return;
  const std::uint64_t barriers = threads_.barriers_ahead(super_warp);
  if (barriers == block.barriers) {
    ++block.ahead;
    ready_from(ready, super_warp);
  } else {
    block.behind[barriers].push_back(super_warp);
  }
}

/// All accesses of the block before its next barrier are complete. The barrier opens, unless it is
/// one of all blocks and others have accesses before it.
void ReadyWarps::all_complete(Block& block) {
  if (!block.behind.empty()) {
    const std::uint32_t anyone = block.behind.begin()->second.front();
    block.device_barriers = threads_.device_barriers_ahead(anyone);
    if (block.device_barriers == device_barriers_) return open_barrier(block);
  }
  if (--blocks_ahead_ == 0) open_device_barrier();
}

/// No block has an access before the next barrier of all blocks: opens it.
void ReadyWarps::open_device_barrier() {
  std::uint64_t next = kNever;
  std::uint64_t complete = 0;
  for (const Block& block : blocks_) {
    if (!block.behind.empty()) next = std::min(next, block.device_barriers);
    complete = std::max(complete, block.complete);
  }
  device_barriers_ = next;
  for (Block& block : blocks_) {
    block.complete = complete;
    if (block.behind.empty() || block.device_barriers != next) continue;
    ++blocks_ahead_;
    open_barrier(block);
  }
}

/// Opens the block's next barrier at which a super warp waits.
void ReadyWarps::open_barrier(Block& block) {
  const auto next = block.behind.begin();
  block.barriers = next->first;
  block.ahead = static_cast<std::uint32_t>(next->second.size());
  for (const std::uint32_t g : next->second) ready_from(block.complete, g);
  // With one block on the multiprocessor, no other super warp is ready: the search restarts.
  if (threads_.blocks_together() == 1) {
    for (const std::uint32_t g : next->second) begin_anew(threads_.multiprocessor_of(g));
  }
  block.behind.erase(next);
}

/// Restarts the search in every queue of `multiprocessor` at its lowest super warp.
void ReadyWarps::begin_anew(std::uint32_t multiprocessor) {
  for (std::size_t queue = multiprocessor; queue < queues_.size(); queue += threads_.multiprocessors())
    queues_[queue].search = 0;
}

void ReadyWarps::begin_step(std::uint32_t super_warp, std::uint64_t from) {
  Step& step = steps_[super_warp];
  times_.barrier += from - step.over;
  step = {};
  step.from = from;
  const std::uint32_t first = super_warp * threads_.together();
  for (std::uint32_t warp = first; warp < first + threads_.together(); ++warp)
    step.independent = step.independent || !threads_.work(warp).independent.empty();
  step.issuing = begin_work(super_warp, &Work::before, from);
  if (step.issuing == 0) issued(super_warp, from);
}

/// Its warps issue that part of their work; returns how many have any.
std::uint32_t ReadyWarps::begin_work(std::uint32_t super_warp, std::vector<Segment> Work::*part, std::uint64_t from) {
  std::uint32_t count = 0;
  const std::uint32_t first = super_warp * threads_.together();
  for (std::uint32_t warp = first; warp < first + threads_.together(); ++warp) {
    const std::vector<Segment>& work = threads_.work(warp).*part;
    if (work.empty()) continue;
    stage_->begin(warp, work, from);
    ++count;
  }
  return count;
}

/// The super warp's read, which was taken, has a free place until it is complete.
void ReadyWarps::hold_place(std::uint32_t super_warp) {
  const auto place = std::min_element(places_.begin(), places_.end());
  *place = kNever;
  steps_[super_warp].place = static_cast<std::size_t>(place - places_.begin()) + 1;
}

/// Issues in the next time unit in which anything is.
void ReadyWarps::issue_once() {
  for (const IssueStage::Over& over : stage_->issue()) {
    const std::uint32_t super_warp = over.warp / threads_.together();
    Step& step = steps_[super_warp];
    if (over.next > step.last) {
      step.last = over.next;
      step.last_stalled = over.stalled;
    }
    if (--step.issuing > 0) continue;
    step.stalled += step.last_stalled;
    if (step.issued == 0) {
      issued(super_warp, step.last);
      continue;
    }
    step.independent = false;
    step.over = step.last;
    if (step.complete != 0) end_step(super_warp, std::max(step.complete, step.over));
  }
}

/// The work before the access is issued.
void ReadyWarps::issued(std::uint32_t super_warp, std::uint64_t ready) {
  Step& step = steps_[super_warp];
  step.issued = ready;
  if (!threads_.requests(super_warp)) {
    threads_.complete(super_warp);
    return end_step(super_warp, ready);
  }
  ready_from_memory(ready, super_warp);
  if (wait_ != IssueWait::kAccess && step.independent) step.issuing = begin_work(super_warp, &Work::independent, ready);
}

void ReadyWarps::end_step(std::uint32_t super_warp, std::uint64_t over) {
  Step& step = steps_[super_warp];
  std::uint64_t left = over - step.from;  // of the step's time, to be divided
  if (step.complete != 0) {
    const bool global = threads_.queue_of(super_warp) >= threads_.multiprocessors();
    const std::uint64_t pipeline = step.posted ? 0 : (global ? global_latency_ : latency_) - 1;
    const std::uint64_t at_memory = step.complete - step.issued;
    (global ? times_.global : times_.shared) += at_memory - pipeline;
    times_.latency += pipeline;
    left -= at_memory;
  }
  const std::uint64_t stalled = std::min(step.stalled, left);
  times_.latency += stalled;
  times_.issue += left - stalled;
  step.over = over;
  passed(super_warp, over);
}

std::uint64_t ReadyWarps::end() const {
  std::uint64_t end = 1;
  for (const Step& step : steps_) end = std::max(end, step.over);
  return end;
}

WarpTimes ReadyWarps::times(std::uint64_t end) const {
  WarpTimes times = times_;
  for (const Step& step : steps_) times.ended += end - step.over;
  times.instructions = stage_->instructions();
  return times;
}

void ReadyWarps::ready_from(std::uint64_t ready, std::uint32_t super_warp) {
  if (stage_) return begin_step(super_warp, ready);
  ready_from_memory(ready, super_warp);
}

/// The super warp's access waits for its memory from time unit `ready` on.
void ReadyWarps::ready_from_memory(std::uint64_t ready, std::uint32_t super_warp) {
  if (due_ > later_.size() / 2) {  // amortised: the list is at most as long as there are super warps
    later_.erase(later_.begin(), later_.begin() + static_cast<std::ptrdiff_t>(due_));
    due_ = 0;
  }
  later_.push_back({ready, super_warp});
  // Time units arrive nearly in order.
  for (std::size_t i = later_.size() - 1; i > due_ && later_[i - 1].ready > ready; --i)
    std::swap(later_[i - 1], later_[i]);
}

}  // namespace superwarp::model
