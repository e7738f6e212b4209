// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/runtime/engine.h"

#include <unwind.h>

#include <algorithm>

#include "tools/kernels/include/superwarp/kernel.h"
#include "tools/kernels/runtime/failure.h"
#include "tools/kernels/runtime/memory.h"

namespace superwarp::record {
namespace {

/// Steps of a warp before another one gets its turn, so that a warp may wait for another's store.
constexpr std::uint32_t kTurn = 512;
/// Accesses that a free thread makes before others get their turn, for the same reason.
constexpr std::uint32_t kFreeTurn = 50'000;

}  // namespace

Engine* the_engine = nullptr;  // NOLINT: the callbacks' own

/// Before the constructors of the program, which is instrumented as well.
__attribute__((constructor(101))) static void make_engine() { the_engine = new Engine; }

bool Engine::launch(const Launch& launch, bool together, const std::function<void()>& body) {
  if (running_here_) fail({"nested", launch.site});
  const std::lock_guard<std::mutex> one_launch(launching_);
  launch_ = launch;
  together_ = together && volume(launch.grid) > 1;
  body_ = &body;
  named_ = refused_ = false;
  name_.clear();
  begun_ = 0;
  watch_.begin_launch(launch);
  start_clock();
  const std::uint64_t count = volume(launch.grid);
  if (together_) run_together(count);
  for (std::uint64_t n = 0; n < count && !together_ && !refused_; ++n) {
    if (blocks_.empty()) blocks_.push_back(std::make_unique<Block>());
    begin(*blocks_.front());
    resume(*blocks_.front());
    end(*blocks_.front());
  }
  stop_clock();
  if (refused_) return false;
  watch_.end_launch(kernel());
  return true;
}

/// Each block runs until all its threads wait for the grid; then the next one does.
void Engine::run_together(std::size_t count) {
  while (blocks_.size() < count) blocks_.push_back(std::make_unique<Block>());
  for (std::size_t b = 0; b < count; ++b) begin(*blocks_[b]);
  for (std::size_t left = count; left > 0;) {
    for (std::size_t b = 0; b < count; ++b) {
      Block& block = *blocks_[b];
      if (block.live == 0) continue;
      if (!block.shared.empty()) watch_.show_shared(block);
      watch_.next_epoch();
      resume(block);
      watch_.keep_shared(block);
      if (block.live > 0) continue;
      end(block);
      --left;
    }
    // Those that wait for the grid go on.
    for (std::size_t b = 0; b < count; ++b) {
      blocks_[b]->at_grid = 0;
      for (std::size_t w = 0; w < blocks_[b]->size; ++w) {
        Warp& warp = *blocks_[b]->warps[w];
        warp.resume(warp.at_grid);
        warp.at_grid = 0;
      }
    }
  }
  for (std::size_t b = 0; b < count; ++b) blocks_[b]->shared.clear();
}

void Engine::prepare(Block& block) {
  const std::uint64_t count = volume(launch_.block);
  block.size = (count + kWarpThreads - 1) / kWarpThreads;
  while (block.warps.size() < block.size) block.warps.push_back(std::make_unique<Warp>());
  while (block.threads.size() < count) {
    block.threads.push_back(std::make_unique<Thread>());
    Thread& thread = *block.threads.back();
    thread.fiber =
        boost::context::fiber(std::allocator_arg, PooledStack(), [this, &thread](boost::context::fiber&& back) {
          from_->fiber = std::move(back);
          thread_main(thread);
          return boost::context::fiber();
        });
  }
  for (std::uint64_t t = 0; t < count; ++t) {
    Thread& thread = *block.threads[t];
    thread.index = place_in(launch_.block, t);
    thread.warp = static_cast<std::uint32_t>(t / kWarpThreads);
    thread.lane = static_cast<std::uint32_t>(t % kWarpThreads);
    thread.queue = &block.warps[thread.warp]->lane[thread.lane];
  }
}

void Engine::begin(Block& block) {
  if (begun_ == 0 || together_) prepare(block);
  const std::uint64_t count = volume(launch_.block);
  for (std::size_t w = 0; w < block.size; ++w) {
    const std::uint64_t lanes = std::min<std::uint64_t>(kWarpThreads, count - w * kWarpThreads);
    block.warps[w]->begin(lanes == kWarpThreads ? ~0U : bit(static_cast<std::uint32_t>(lanes)) - 1);
  }
  block.live = count;
  block.at_barrier = block.at_grid = block.turn = 0;
  block.votes = block.steps = block.slice = 0;
  block.number = begun_++;
  block.index = place_in(launch_.grid, block.number);
  block.pace = Pace::kLockStep;
  block.watched = block.scout = false;
  if (named_) decide(block);
}

/// Known only when the first thread has named its kernel.
void Engine::decide(Block& block) {
  watch_.begin_block(block, plan_.skips(block.number, watch_.bytes()));
  plan_.set_pace(block);
}

bool Engine::enter_kernel(const char* name, std::uintptr_t pc) {
  if (named_ || refused_) return named_;
  const void* const kernel = _Unwind_FindEnclosingFunction(reinterpret_cast<void*>(pc));
  refused_ = launch_.dynamic > superwarp_record::dynamic_limit(kernel);
  if (!refused_) name_kernel(name, pc);
  return named_;
}

void Engine::name_kernel(const char* name, std::uintptr_t pc) {
  named_ = true;
  name_ = name;
  watch_.begin_kernel(pc);
  plan_.begin_launch(name_, shown(launch_.grid) + " " + shown(launch_.block));
  for (std::size_t b = 0; b < begun_ && b < blocks_.size(); ++b) decide(*blocks_[b]);
  if (block_->pace == Pace::kFree) free_left_ = kFreeTurn;
}

void Engine::resume(Block& block) {
  block_ = &block;
  running_ = running_here_ = true;
  current_ = &host_;
  Thread& first = next();
  if (&first != &host_) switch_to(first);
  running_ = running_here_ = false;
}

void Engine::end(Block& block) {
  if (!named_) return;
  watch_.end_block(block);
  plan_.end_block();
}

/// A thread goes through block after block; its stack is used again.
void Engine::thread_main(Thread& thread) {
  thread.base = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  for (;;) {
    (*body_)();
    wait(Event::kEnd, thread.pc);
  }
}

void Engine::switch_to(Thread& to) {
  from_ = current_;
  current_ = &to;
  boost::context::fiber back = std::move(to.fiber).resume();
  from_->fiber = std::move(back);
}

/// The running thread has steps that are not taken; returns when it has none.
void Engine::pause() {
  block_->warps[current_->warp]->queue(current_->lane);
  Thread& to = next();
  if (&to != current_) switch_to(to);
}

void Engine::wait(Event event, std::uintptr_t pc) {
  if (late_) fail({"endless", std::to_string(settings().seconds)});
  Step step;
  step.pc = current_->pc = static_cast<std::uint32_t>(pc);
  step.kind = event;
  current_->queue->push(step);
  pause();
}

Thread& Engine::take(std::size_t number) {
  Warp& warp = *block_->warps[number];
  const std::uint32_t lane = lowest(warp.running);
  warp.running &= warp.running - 1;
  ++block_->slice;
  free_left_ = block_->pace == Pace::kFree ? kFreeTurn : 0;
  return *block_->threads[number * kWarpThreads + lane];
}

/// The thread that goes on; the host if the block has ended or waits for the grid.
Thread& Engine::next() {
  Block& block = *block_;
  for (;;) {
    Warp& warp = *block.warps[block.turn];
    if (warp.running != 0) return take(block.turn);
    if (warp.joined()) {
      warp.join();
      continue;
    }
    if (warp.queued != 0 && block.steps < kTurn) {
      ++block.steps;
      step(block.turn);
      continue;
    }
    if (block.live == block.at_grid) return host_;
    const std::size_t last = block.turn;
    do {
      block.turn = block.turn + 1 == block.size ? 0 : block.turn + 1;
    } while (block.turn != last && !block.warps[block.turn]->can_go());
    if (!block.warps[block.turn]->can_go()) part();
    block.steps = 0;
  }
}

/// The lanes whose turn it is take a step together.
void Engine::step(std::size_t number) {
  Block& block = *block_;
  Warp& warp = *block.warps[number];
  const std::uint32_t lanes = warp.choose();
  const Event event = warp.event[lowest(lanes)];
  if (is_access(event)) {
    const bool ahead = block.pace == Pace::kAhead;
    if ((ahead || block.scout) && warp.breaks_order(lanes)) {
      if (ahead)
        fail({"lockstep",
              "",
              {{static_cast<std::uint32_t>(number) * kWarpThreads + lowest(lanes), warp.pc[lowest(lanes)]}}});
      block.scout = false;
      plan_.need_lock_step();
    }
    if (block.watched) watch_.access(block, number, lanes);
    warp.take(lanes, false);
    if (ahead && (warp.queued | warp.joining) == 0) warp.order.clear();
    return;
  }
  switch (event) {
    case Event::kMeet: {
      // Lanes of a mask wait for each other; lanes without one have met.
      std::uint32_t masked = 0;
      for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
        if (warp.mask[lowest(left)] != 0) masked |= bit(lowest(left));
      }
      if (masked != lanes) meet_lanes(number, lanes & ~masked);
      warp.take(lanes & ~masked, false);
      warp.take(masked, true);
      warp.meeting |= masked;
      complete_meetings(number);
      break;
    }
    case Event::kBarrier:
      warp.take(lanes, true);
      warp.at_barrier |= lanes;
      block.at_barrier += static_cast<std::uint64_t>(__builtin_popcount(lanes));
      if (block.at_barrier == block.live) release_barrier();
      break;
    case Event::kPark: {
      const std::uint32_t go = warp.changed(lanes);
      warp.take(go, false);
      warp.take(lanes & ~go, true);
      warp.parked |= lanes & ~go;
      break;
    }
    case Event::kGrid:
      warp.take(lanes, true);
      warp.at_grid |= lanes;
      block.at_grid += static_cast<std::uint64_t>(__builtin_popcount(lanes));
      watch_.barrier(block, number, lanes, warp.pc[lowest(lanes)]);
      break;
    case Event::kEnd:
      warp.take(lanes, true);
      retire(lanes, number);
      break;
    default:
      warp.take(lanes, false);
  }
}

void Engine::retire(std::uint32_t lanes, std::size_t number) {
  block_->warps[number]->live &= ~lanes;
  block_->live -= static_cast<std::uint64_t>(__builtin_popcount(lanes));
  complete_meetings(number);
  if (block_->live > 0 && block_->at_barrier == block_->live) release_barrier();
}

void Engine::look(Event kind, std::uintptr_t address, std::uint32_t bytes, std::uintptr_t pc) {
  if (!is_shared(address) && !is_global(address)) return;
  Thread& thread = *current_;
  Block& block = *block_;
  if (!named_) name_kernel(launch_.site.c_str(), pc);
  thread.pc = static_cast<std::uint32_t>(pc);
  if (late_) fail({"endless", std::to_string(settings().seconds)});
  if (block.pace == Pace::kFree) {
    wait(Event::kResume, pc);
    return;
  }
  const std::uint32_t time =
      block.scout ? block.warps[thread.warp]->meetings * kWarpThreads + thread.lane : block.slice;
  thread.queue->push({address, thread.pc, time, static_cast<std::uint16_t>(bytes), kind});
  if (block.pace == Pace::kLockStep || thread.queue->size() == LaneQueue::kCapacity) pause();
}

/// The thread goes on: what lies behind the join is seen only when it takes a step there.
void Engine::queue_join(std::uint64_t place, std::uintptr_t stack) {
  Thread& thread = *current_;
  if (late_) fail({"endless", std::to_string(settings().seconds)});
  const auto depth = static_cast<std::uint32_t>(thread.base - stack);
  thread.queue->push({place, thread.pc, depth, 0, Event::kJoin});
  if (thread.queue->size() == LaneQueue::kCapacity) pause();
}

bool Engine::hurry() {
  if (late_) return false;
  late_ = true;
  free_left_ = 1;
  return true;
}

void Engine::drain() {
  if (!running_ || block_->pace != Pace::kAhead) return;
  for (std::size_t w = 0; w < block_->size; ++w) {
    Warp& warp = *block_->warps[w];
    while ((warp.queued | warp.joining) != 0) {
      if (warp.queued == 0) {
        warp.join();
      } else if (is_access(warp.event[lowest(warp.choose())])) {
        step(w);
      } else {
        break;
      }
    }
  }
}

}  // namespace superwarp::record
