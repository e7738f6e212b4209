// SPDX-License-Identifier: Apache-2.0
#include "tb/warp_scheduler.h"

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
    if (work.segments == nullptr || work.at < work.segments->size() || work.not_before > now + 1) continue;
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

namespace {

void set(std::vector<std::uint64_t>& bits, std::uint32_t i) { bits[i / 64] |= std::uint64_t{1} << (i % 64); }
void clear(std::vector<std::uint64_t>& bits, std::uint32_t i) { bits[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }

}  // namespace

WarpScheduler::WarpScheduler(const Program& program, const Machine& machine)
    : threads_(program, machine), queue_(threads_.queues()), phase_(threads_.blocks()), under_way_(machine.lanes()) {
  if (machine.issue) {
    sub_cores_.emplace(threads_, machine);
    wait_ = machine.issue->wait;
    places_ = machine.issue->places;
    step_.resize(threads_.super_warps());
  }
  for (Queue& queue : queue_) queue.eligible.resize(threads_.super_warps() / 64 + 1);
  const std::uint32_t of_block = threads_.super_warps() / threads_.blocks();
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) settle(g);
  for (std::uint32_t block = 0; block < threads_.blocks(); ++block) {
    phase_[block].first = block * of_block;
    phase_[block].end = phase_[block].first + of_block;
    if (phase_[block].ahead == 0) open_next(phase_[block]);
  }
  open_for_all();
}

/// Finds the next access of super warp g, which has none in flight, and makes it eligible if its
/// block has passed the barriers before it.
void WarpScheduler::settle(std::uint32_t g) {
  if (!threads_.prepare(g)) return;
  ++running_;
  Phase& phase = phase_[threads_.block_of(g)];
  if (threads_.barriers_ahead(g) != phase.barriers) return;
  ++phase.ahead;
  begin(g);
}

/// Warps of g that have this part of a work.
std::uint32_t WarpScheduler::with_work(std::uint32_t g, std::vector<Segment> Work::*part) const {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < threads_.together(); ++i)
    count += (threads_.work(g * threads_.together() + i).*part).empty() ? 0 : 1;
  return count;
}

/// They issue it from the next time unit on.
void WarpScheduler::begin_work(std::uint32_t g, std::vector<Segment> Work::*part) {
  for (std::uint32_t i = 0; i < threads_.together(); ++i) {
    const std::uint32_t warp = g * threads_.together() + i;
    const std::vector<Segment>& work = threads_.work(warp).*part;
    if (!work.empty()) sub_cores_->begin(warp, work, now_ + 1);
  }
}

/// Super warp g has passed its barriers: its work, or its access if it has none, may begin in the
/// next time unit.
void WarpScheduler::begin(std::uint32_t g) {
  if (sub_cores_) {
    step_[g] = {with_work(g, &Work::before), with_work(g, &Work::independent), threads_.requests(g)};
    if (step_[g].before > 0) return begin_work(g, &Work::before);
  }
  may_access(g);
}

void WarpScheduler::may_access(std::uint32_t g) {
  set(queue_[threads_.queue_of(g)].eligible, g);
  if (sub_cores_ && wait_ != IssueWait::kAccess) begin_work(g, &Work::independent);
}

void WarpScheduler::issue(std::uint64_t now) {
  now_ = now;
  for (const std::uint32_t warp : sub_cores_->issue(now)) {
    const std::uint32_t g = warp / threads_.together();
    Step& step = step_[g];
    if (step.before == 0) {
      if (--step.independent == 0 && !step.at_memory) over(g);
      continue;
    }
    if (--step.before > 0) continue;
    if (step.at_memory) {
      may_access(g);
      continue;
    }
    --running_;
    threads_.complete(g);
    over(g);
  }
}

/// The access of super warp g is complete. Is all of its work?
bool WarpScheduler::behind_access(std::uint32_t g) {
  step_[g].at_memory = false;
  if (step_[g].independent == 0) return true;
  if (wait_ == IssueWait::kAccess) begin_work(g, &Work::independent);
  return false;
}

/// Everything of its last access is over.
void WarpScheduler::over(std::uint32_t g) {
  last_ = now_;
  settle(g);
  Phase& phase = phase_[threads_.block_of(g)];
  if (--phase.ahead > 0) return;
  open_next(phase);
  if (phase.ahead == 0) open_for_all();
}

/// Is an access under way or a super warp eligible?
bool WarpScheduler::any_eligible() const {
  return under_way_.count() > 0 ||
         std::any_of(queue_.begin(), queue_.end(), [](const Queue& queue) { return next_eligible(queue).has_value(); });
}

/// Opens the block's next barrier, as no access precedes it any more, unless it is a closed barrier
/// of all blocks. With one block on the multiprocessor, the searches restart from its lowest super
/// warp; with several they continue in the other blocks.
void WarpScheduler::open_next(Phase& phase) {
  std::uint64_t barriers = Threads::kFinished;
  std::uint64_t for_all = 0;
  for (std::uint32_t g = phase.first; g < phase.end; ++g) {
    if (threads_.barriers_ahead(g) >= barriers) continue;
    barriers = threads_.barriers_ahead(g);
    for_all = threads_.device_barriers_ahead(g);
  }
  if (barriers == Threads::kFinished || for_all > passed_by_all_) return;
  phase.barriers = barriers;
  for (std::uint32_t g = phase.first; g < phase.end; ++g) {
    if (threads_.barriers_ahead(g) != barriers) continue;
    ++phase.ahead;
    begin(g);
    if (threads_.blocks_together() > 1) continue;
    const std::uint32_t multiprocessor = threads_.multiprocessor_of(g);
    queue_[multiprocessor].search_from = 0;
    if (queue_.size() > 1) queue_[threads_.multiprocessors() + multiprocessor].search_from = 0;
  }
}

/// Opens the next barrier of all blocks if no access of any block precedes it.
void WarpScheduler::open_for_all() {
  for (const Phase& phase : phase_) {
    if (phase.ahead > 0) return;
  }
  if (running_ == 0) return;
  passed_by_all_ = Threads::kFinished;
  for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) {
    if (threads_.barriers_ahead(g) != Threads::kFinished)
      passed_by_all_ = std::min(passed_by_all_, threads_.device_barriers_ahead(g));
  }
  for (Phase& phase : phase_) open_next(phase);
}

std::optional<std::uint32_t> WarpScheduler::next_eligible(const Queue& queue) {
  const std::size_t words = queue.eligible.size();
  const std::size_t first = queue.search_from / 64;
  const std::uint64_t from_here = ~std::uint64_t{0} << (queue.search_from % 64);
  for (std::size_t i = 0; i <= words; ++i) {
    std::uint64_t candidates = queue.eligible[(first + i) % words];
    if (i == 0) candidates &= from_here;
    if (i == words) candidates &= ~from_here;
    if (candidates != 0) {
      return static_cast<std::uint32_t>((first + i) % words * 64) +
             static_cast<std::uint32_t>(__builtin_ctzll(candidates));
    }
  }
  return std::nullopt;
}

bool WarpScheduler::take(const TimeUnitView& unit) {
  now_ = unit.time;
  const auto keep_word = [lanes = threads_.lanes()](const auto& look, DispatchId id) {
    return [lanes, is_known = look.find(id) != nullptr, word = look.lanes(id)](const Served& served) {
      if (!is_known || served.lane >= lanes) return false;
      word[served.lane] = served.word;
      return true;
    };
  };
  return under_way_.first_failing(unit, keep_word) == nullptr && complete(unit.completed);
}

bool WarpScheduler::take(const sysc::Answers& answers) {
  now_ = answers.time;
  const auto look = under_way_.look();
  const Word* const word = answers.word;
  const DispatchId* const of = answers.of.begin();
  const std::uint32_t each = answers.of.size() > 1 ? ~0U : 0;
  for (std::uint32_t first = 0; first < 32 * answers.lanes.size(); first += 32) {
    for (std::uint32_t left = answers.lanes[first / 32]; left != 0; left &= left - 1) {
      const std::uint32_t lane = first + static_cast<std::uint32_t>(__builtin_ctz(left));
      look.lanes(of[lane & each])[lane] = word[lane];
    }
  }
  return complete(answers.completed);
}

/// These dispatches are complete. False if one of them is not under way.
bool WarpScheduler::complete(Span<DispatchId> completed) {
  for (const DispatchId id : completed) {
    const UnderWayAccess* const access = under_way_.find(id);
    if (access == nullptr) return false;
    const std::uint32_t g = access->super_warp;
    const bool posted = access->posted;
    if (access->op == Op::kRead) {
      --reads_;
      threads_.deliver(g, under_way_.lanes(id));
    }
    under_way_.end(id);
    if (posted) continue;
    threads_.complete(g);
    if (!sub_cores_ || behind_access(g)) over(g);
  }
  return true;
}

const Dispatch* WarpScheduler::candidate(std::uint32_t queue) {
  if (running_ == 0 || (places_ > 0 && reads_ >= places_)) return nullptr;
  Queue& in_front = queue_[queue];
  const std::optional<std::uint32_t> next = next_eligible(in_front);
  if (!next) return nullptr;
  in_front.stands = in_front.known && in_front.current.super_warp == *next;
  if (!in_front.stands) threads_.dispatch(*next, in_front.current);
  in_front.known = true;
  return &in_front.current;
}

void WarpScheduler::dispatched(std::uint32_t queue) {
  Queue& in_front = queue_[queue];
  const Dispatch& dispatch = in_front.current;
  in_front.known = false;
  UnderWayAccess& access = under_way_.begin(next_id_++);
  access.super_warp = dispatch.super_warp;
  access.op = dispatch.op;
  access.posted = wait_ == IssueWait::kWord && dispatch.op == Op::kWrite;
  clear(in_front.eligible, dispatch.super_warp);
  --running_;
  in_front.search_from = (dispatch.super_warp + 1) % threads_.super_warps();
  if (dispatch.op == Op::kRead) ++reads_;
  if (!access.posted) return;
  const std::uint32_t g = access.super_warp;
  threads_.complete(g);
  if (behind_access(g)) over(g);
}

}  // namespace superwarp::tb
