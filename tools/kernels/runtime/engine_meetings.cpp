// SPDX-License-Identifier: Apache-2.0
// Where threads wait for each other: barriers, words in memory, exchanges between lanes of a warp.
#include "tools/kernels/runtime/engine.h"
#include "tools/kernels/runtime/failure.h"

namespace superwarp::record {

std::uint32_t Engine::barrier(std::uintptr_t pc, bool vote) {
  Block& block = *block_;
  block.votes += vote ? 1 : 0;
  if (block.pace != Pace::kFree) {
    wait(Event::kBarrier, pc);
    return block.vote_result;
  }
  // The same in short.
  Warp& warp = *block.warps[current_->warp];
  warp.pc[current_->lane] = current_->pc = static_cast<std::uint32_t>(pc);
  warp.at_barrier |= bit(current_->lane);
  if (++block.at_barrier == block.live) release_barrier();
  Thread& to = next();
  if (&to != current_) switch_to(to);
  return block.vote_result;
}

bool Engine::grid_barrier(std::uintptr_t pc) {
  if (!together_) {
    if (volume(launch_.grid) != 1) return false;
    wait(Event::kBarrier, pc);
  } else {
    wait(Event::kGrid, pc);
  }
  return true;
}

void Engine::wait_while(const volatile std::uint32_t* word, std::uint32_t old, std::uintptr_t pc) {
  Warp& warp = *block_->warps[current_->warp];
  warp.word[current_->lane] = word;
  warp.old[current_->lane] = old;
  if (*word == old) wait(Event::kPark, pc);
}

void Engine::wake() {
  for (std::size_t w = 0; w < block_->size; ++w) {
    Warp& warp = *block_->warps[w];
    const std::uint32_t lanes = warp.changed(warp.parked);
    warp.parked &= ~lanes;
    warp.resume(lanes);
  }
  watch_.next_epoch();
}

void Engine::release_barrier() {
  Block& block = *block_;
  std::uint32_t first = 0;
  for (std::size_t w = 0; w < block.size; ++w) {
    Warp& warp = *block.warps[w];
    if (warp.at_barrier == 0) continue;
    if (first == 0) first = warp.pc[lowest(warp.at_barrier)];
    watch_.barrier(block, w, warp.at_barrier, first);
    if (block.pace == Pace::kFree) {
      warp.running |= warp.at_barrier;
    } else {
      warp.resume(warp.at_barrier);
    }
    warp.at_barrier = 0;
    ++warp.meetings;
    warp.order.clear();
  }
  block.at_barrier = 0;
  block.vote_result = block.votes;
  block.votes = 0;
  watch_.next_epoch();
}

const Thread& Engine::meet(std::uintptr_t pc, std::uint32_t mask, std::uint64_t value) {
  const Thread& thread = *current_;
  Warp& warp = *block_->warps[thread.warp];
  warp.mask[thread.lane] = mask == 0 ? 0 : mask | bit(thread.lane);
  warp.value[thread.lane] = value;
  wait(Event::kMeet, pc);
  return thread;
}

void Engine::complete_meetings(std::size_t number) {
  Warp& warp = *block_->warps[number];
  for (std::uint32_t lanes = warp.complete_meeting(); lanes != 0; lanes = warp.complete_meeting()) {
    warp.meeting &= ~lanes;
    meet_lanes(number, lanes);
    warp.resume(lanes);
  }
}

void Engine::meet_lanes(std::size_t number, std::uint32_t lanes) {
  Warp& warp = *block_->warps[number];
  ++warp.meetings;
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    Thread& thread = *block_->threads[number * kWarpThreads + lowest(left)];
    thread.inbox = warp.value;
    thread.met = lanes;
  }
}

/// Every thread waits for others. Those at joins no longer do.
void Engine::part() {
  bool any = false;
  for (std::size_t w = 0; w < block_->size; ++w) {
    Warp& warp = *block_->warps[w];
    if (warp.joining == 0) continue;
    any = true;
    warp.join();
  }
  if (!any) deadlock();
}

void Engine::deadlock() {
  Failure failure{"deadlock"};
  for (std::size_t w = 0; w < block_->size; ++w) {
    const Warp& warp = *block_->warps[w];
    for (std::uint32_t left = warp.at_barrier | warp.at_grid | warp.meeting | warp.parked; left != 0;
         left &= left - 1) {
      failure.where.push_back({static_cast<std::uint32_t>(w * kWarpThreads + lowest(left)), warp.pc[lowest(left)]});
    }
  }
  fail(failure);
}

}  // namespace superwarp::record
