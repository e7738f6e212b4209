// SPDX-License-Identifier: Apache-2.0
#include "model/machine/threads.h"

#include <algorithm>

#include "model/machine/machine.h"
#include "model/machine/refuse.h"

namespace superwarp {

Threads::Threads(const Program& program, const Machine& machine)
    : program_(program),
      barrier_every_round_(machine.schedule == Schedule::kRounds),
      super_warp_(machine.super_warp),
      lanes_(machine.lanes()),
      warps_(program.warps()),
      super_warps_((warps_ + machine.super_warp - 1) / machine.super_warp),
      multiprocessors_(machine.multiprocessors()),
      global_(machine.hierarchy.has_value()),
      blocks_(barrier_every_round_ ? 1 : program.blocks()),
      registers_(program.registers()),
      issues_(machine.issue.has_value()),
      place_(super_warps_),
      register_(std::size_t{super_warps_} * lanes_ * registers_),
      address_(std::size_t{super_warps_} * lanes_, kInactive),
      data_(std::size_t{super_warps_} * lanes_) {
  if (program.width() != machine.width) {
    refuse("the program is written for warps of {} threads, the machine has width {}", program.width(), machine.width);
  }
  const std::uint32_t warps_of_block = program.warps() / program.blocks();
  if (program.blocks() > 1 && warps_of_block % super_warp_ != 0)
    refuse("blocks of {} warps are not whole super warps of {}", warps_of_block, super_warp_);
  if (program.global() != nullptr && !global_) refuse("the program uses a global memory, the machine has none");
  if (program.blocks() % multiprocessors_ != 0) {
    refuse("{} blocks cannot be spread evenly over {} multiprocessors", program.blocks(), multiprocessors_);
  }
  if (issues_ && barrier_every_round_) refuse("an issue stage and the rounds schedule, expected the async schedule");
  if (issues_ && machine.hierarchy && (machine.issue->places > 0 || machine.issue->wait == IssueWait::kWord)) {
    refuse("places or posted writes on a hierarchical machine, expected one memory");
  }
  if (issues_ && machine.issue->instructions > 0) usual_.before = {{machine.issue->instructions, 1, 1}};
  const std::uint32_t super_warps_of_block = super_warps_ / blocks_;
  for (std::uint32_t g = 0; g < super_warps_; ++g) place_[g].block = g / super_warps_of_block;
  if (issues_) work_.resize(std::size_t{super_warps_} * super_warp_, &none_);
}

void Threads::pass_round(Place& place) const {
  if (barrier_every_round_) {
    ++place.barriers;
  } else if (program_.barrier_after(place.round)) {
    ++place.barriers;
    if (program_.device_barrier_after(place.round)) ++place.device_barriers;
  }
  ++place.round;
}

/// What `warp` issues; the usual work if it requests something and the program has none.
const Work* Threads::work_of(std::uint64_t round, std::uint32_t warp, bool requests) const {
  const Work* const its = program_.work(round, warp);
  if (its != nullptr) return its;
  return requests ? &usual_ : &none_;
}

// Outside of find_access(), whose registers they would take.
void Threads::refuse_mixed(std::uint64_t round, std::uint32_t warp) const {
  refuse(
      "round {}: warp {} reads where a lower warp of its super warp writes, or the other way "
      "round; all requests of a super warp must be of one kind",
      program_.round_label(round), warp);
}

void Threads::refuse_several_memories(std::uint64_t round, std::uint32_t g) const {
  refuse("round {}: the warps of super warp {} access several memories; all its requests go to one",
         program_.round_label(round), g);
}

bool Threads::find_access(std::uint32_t g) {
  Place& place = place_[g];
  const std::uint64_t rounds = program_.rounds();
  const std::uint32_t first_warp = g * super_warp_;
  const std::uint32_t last_warp = std::min(first_warp + super_warp_, warps_);
  Address* const address = &address_[std::size_t{g} * lanes_];
  Word* const data = &data_[std::size_t{g} * lanes_];
  for (; place.round < rounds; pass_round(place)) {
    std::fill_n(address, lanes_, kInactive);
    bool requests = false;
    bool works = false;
    Space space = Space::kShared;
    for (std::uint32_t warp = first_warp; warp < last_warp; ++warp) {
      const std::size_t lane = std::size_t{warp - first_warp} * program_.width();
      const std::size_t thread = std::size_t{warp} * program_.width();
      const Op op = program_.access(place.round, warp, &register_[thread * registers_], address + lane, data + lane);
      const bool active =
          std::any_of(address + lane, address + lane + program_.width(), [](Address a) { return a != kInactive; });
      if (issues_) {
        work_[warp] = work_of(place.round, warp, active);
        works = works || !work_[warp]->before.empty();
      }
      if (!active) continue;
      if (requests && op != place.op) refuse_mixed(place.round, warp);
      const Space its_space = global_ ? program_.space(place.round, warp) : Space::kShared;
      if (requests && its_space != space) refuse_several_memories(place.round, g);
      space = its_space;
      place.op = op;
      requests = true;
    }
    if (requests || works) {
      place.requests = requests;
      if (global_) place.queue = multiprocessor_of(g) + (space == Space::kGlobal ? multiprocessors_ : 0);
      place.prepared = true;
      return true;
    }
  }
  place.barriers = kFinished;
  return false;
}

void Threads::dispatch(std::uint32_t g, Dispatch& dispatch) const {
  const std::size_t first = std::size_t{g} * lanes_;
  dispatch.super_warp = g;
  dispatch.round = place_[g].round;
  dispatch.memory = std::min(place_[g].queue, multiprocessors_);
  dispatch.op = place_[g].op;
  dispatch.address.assign(&address_[first], &address_[first] + lanes_);
  if (dispatch.op == Op::kWrite) dispatch.data.assign(&data_[first], &data_[first] + lanes_);
}

void Threads::deliver(std::uint32_t g, const Word* word) {
  const std::uint32_t first = g * lanes_;
  program_.receive_all(place_[g].round, first, lanes_, &address_[first], word,
                       register_.data() + std::size_t{first} * registers_);
}

void Threads::complete(std::uint32_t g) {
  place_[g].prepared = false;
  pass_round(place_[g]);
}

}  // namespace superwarp
