// SPDX-License-Identifier: Apache-2.0
#include "record/runtime/engine.h"

#include <algorithm>

#include "record/runtime/failure.h"
#include "record/runtime/settings.h"
#include "record/runtime/stack_pool.h"

namespace superwarp::record {
namespace {

/// Steps of a warp before another one gets its turn, so that a warp may wait for another's store.
constexpr std::uint32_t kTurn = 512;
/// Groups that the lowest instruction may form while other lanes wait. Past that a lane spins on
/// what another lane has to do, and the others go first.
constexpr std::uint32_t kPatience = 50'000;

constexpr std::uint32_t bit(std::uint32_t lane) { return std::uint32_t{1} << lane; }
constexpr std::uint32_t lowest(std::uint32_t lanes) {
  return static_cast<std::uint32_t>(__builtin_ctz(lanes));
}

}  // namespace

Engine& engine() {
  static Engine one;
  return one;
}

Engine::Engine() : global_(settings().global) {}

std::uintptr_t Engine::last_pc() const {
  if (!running_ || current_ == &host_) return 0;
  return warps_[current_->warp].pc[current_->lane];
}

void Engine::launch(const std::string& site, const Dim3& grid, const Dim3& block,
                    std::size_t dynamic, const std::function<void()>& body) {
  if (running_) fail({FailureKind::kNestedLaunch, site});
  grid_size_ = grid;
  block_size_ = block;
  body_ = &body;
  named_ = false;
  const std::uint64_t count = volume(block);
  prepare_threads(count);
  recorder_.begin_launch({site, grid, block, dynamic});
  shared_.begin_launch(dynamic);
  start_clock();
  for (block_index_.z = 0; block_index_.z < grid.z; ++block_index_.z) {
    for (block_index_.y = 0; block_index_.y < grid.y; ++block_index_.y) {
      for (block_index_.x = 0; block_index_.x < grid.x; ++block_index_.x) run_block(count);
    }
  }
  stop_clock();
  recorder_.end_launch(shared_.static_bytes());
}

void Engine::prepare_threads(std::uint64_t count) {
  while (threads_.size() < count) {
    threads_.push_back(std::make_unique<Thread>());
    Thread& thread = *threads_.back();
    thread.fiber = boost::context::fiber(std::allocator_arg, PooledStack(),
                                         [this, &thread](boost::context::fiber&& back) {
                                           from_->fiber = std::move(back);
                                           thread_main(thread);
                                           return boost::context::fiber();
                                         });
  }
  warps_.assign((count + kWarpThreads - 1) / kWarpThreads, Warp());
  for (std::uint64_t t = 0; t < count; ++t) {
    Thread& thread = *threads_[t];
    thread.index = {static_cast<std::uint32_t>(t % block_size_.x),
                    static_cast<std::uint32_t>(t / block_size_.x % block_size_.y),
                    static_cast<std::uint32_t>(t / block_size_.x / block_size_.y)};
    thread.warp = static_cast<std::uint32_t>(t / kWarpThreads);
    thread.lane = static_cast<std::uint32_t>(t % kWarpThreads);
  }
}

void Engine::run_block(std::uint64_t count) {
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    const std::uint64_t lanes = std::min<std::uint64_t>(kWarpThreads, count - w * kWarpThreads);
    Warp& warp = warps_[w];
    warp = Warp();
    warp.live = lanes == kWarpThreads ? ~0U : bit(static_cast<std::uint32_t>(lanes)) - 1;
    warp.ready = warp.live;
  }
  live_ = count;
  arrived_ = 0;
  votes_ = 0;
  epoch_ = 0;
  turn_ = 0;
  steps_ = 0;
  recorder_.begin_block(block_index_, warps_.size());
  races_.begin_block();
  running_ = true;
  current_ = &host_;
  switch_to(next());
  running_ = false;
  recorder_.end_block();
}

/// A thread goes through block after block; its stack is used again.
void Engine::thread_main(Thread& thread) {
  for (;;) {
    (*body_)();
    Warp& warp = warps_[thread.warp];
    warp.live &= ~bit(thread.lane);
    --live_;
    try_meetings(warp);
    if (live_ > 0 && arrived_ == live_) release_barrier();
    switch_to(live_ == 0 ? host_ : next());
  }
}

void Engine::switch_to(Thread& to) {
  from_ = current_;
  current_ = &to;
  boost::context::fiber back = std::move(to.fiber).resume();
  from_->fiber = std::move(back);
}

void Engine::wait() {
  Thread& to = next();
  if (&to != current_) switch_to(to);
}

Thread& Engine::take(std::size_t warp) {
  const std::uint32_t lane = lowest(warps_[warp].group);
  warps_[warp].group &= warps_[warp].group - 1;
  return *threads_[warp * kWarpThreads + lane];
}

Thread& Engine::next() {
  if (warps_[turn_].group != 0) return take(turn_);
  if (warps_[turn_].ready == 0 || ++steps_ > kTurn) {
    std::size_t tried = 0;
    do {
      turn_ = turn_ + 1 == warps_.size() ? 0 : turn_ + 1;
    } while (warps_[turn_].ready == 0 && ++tried < warps_.size());
    if (warps_[turn_].ready == 0) deadlock();
    steps_ = 0;
  }
  form_group(turn_);
  return take(turn_);
}

void Engine::form_group(std::size_t number) {
  Warp& warp = warps_[number];
  std::uint32_t first = lowest(warp.ready);
  if (warp.patience > kPatience) {
    first = 31U - static_cast<std::uint32_t>(__builtin_clz(warp.ready));
    for (std::uint32_t left = warp.ready; left != 0; left &= left - 1) {
      if (warp.pc[lowest(left)] > warp.pc[first]) first = lowest(left);
    }
    warp.patience = 0;
  } else {
    for (std::uint32_t left = warp.ready; left != 0; left &= left - 1) {
      if (warp.pc[lowest(left)] < warp.pc[first]) first = lowest(left);
    }
  }
  const Event event = warp.event[first];
  std::uint32_t lanes = 0;
  for (std::uint32_t left = warp.ready; left != 0; left &= left - 1) {
    const std::uint32_t lane = lowest(left);
    if (warp.pc[lane] == warp.pc[first] && warp.event[lane] == event) lanes |= bit(lane);
  }
  warp.ready &= ~lanes;
  warp.patience = warp.ready == 0 ? 0 : warp.patience + 1;
  warp.group = lanes;
  if (event == Event::kMeet) {
    complete_meeting(warp, lanes);
  } else if (is_access(event)) {
    observe(number, lanes);
  }
}

/// The lanes of a warp make one access together.
void Engine::observe(std::size_t number, std::uint32_t lanes) {
  Warp& warp = warps_[number];
  const std::uint32_t first = lowest(lanes);
  WarpAccess access;
  access.warp = static_cast<std::uint32_t>(number);
  access.kind = warp.event[first];
  access.pc = warp.pc[first];
  access.bytes = warp.bytes[first];
  // A pointer of one instruction may lead some lanes to shared memory and others to global memory.
  for (std::uint32_t left = lanes; left != 0;) {
    access.shared = shared_.contains(warp.address[lowest(left)]);
    access.mask = 0;
    for (std::uint32_t rest = left; rest != 0; rest &= rest - 1) {
      const std::uint32_t lane = lowest(rest);
      if (shared_.contains(warp.address[lane]) != access.shared) continue;
      left &= ~bit(lane);
      std::uintptr_t address = warp.address[lane];
      if (access.shared) {
        const std::optional<std::uint32_t> offset = shared_.offset(address, access.bytes);
        if (!offset) {
          recorder_.find({FindingKind::kOutOfBounds, access.pc, 0, lane + 32 * access.warp});
          continue;
        }
        if (const Race race = races_.look(*offset, access, epoch_); race.other != 0)
          recorder_.find({FindingKind::kRace, access.pc, race.other, lane + 32 * access.warp});
        address = *offset;
      }
      access.mask |= bit(lane);
      access.address[lane] = address;
    }
    if (access.mask != 0) recorder_.access(access);
  }
}

void Engine::access(const Access& access) {
  Thread& thread = *current_;
  Warp& warp = warps_[thread.warp];
  warp.event[thread.lane] = access.kind;
  warp.pc[thread.lane] = access.pc;
  warp.address[thread.lane] = access.address;
  warp.bytes[thread.lane] = access.bytes;
  warp.ready |= bit(thread.lane);
  wait();
}

std::uint32_t Engine::barrier(std::uintptr_t pc, bool vote) {
  Thread& thread = *current_;
  Warp& warp = warps_[thread.warp];
  warp.pc[thread.lane] = pc;
  warp.at_barrier |= bit(thread.lane);
  votes_ += vote ? 1 : 0;
  if (++arrived_ == live_) release_barrier();
  wait();
  return vote_result_;
}

void Engine::release_barrier() {
  std::uintptr_t pc = 0;
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    Warp& warp = warps_[w];
    if (warp.at_barrier == 0) continue;
    for (std::uint32_t left = warp.at_barrier; left != 0; left &= left - 1) {
      const std::uint32_t lane = lowest(left);
      if (pc == 0) pc = warp.pc[lane];
      if (warp.pc[lane] != pc) {
        recorder_.find({FindingKind::kDivergentBarrier, warp.pc[lane], pc,
                        lane + kWarpThreads * static_cast<std::uint32_t>(w)});
      }
      warp.event[lane] = Event::kResume;
    }
    recorder_.barrier(static_cast<std::uint32_t>(w), warp.pc[lowest(warp.at_barrier)],
                      warp.at_barrier);
    warp.ready |= warp.at_barrier;
    warp.at_barrier = 0;
  }
  arrived_ = 0;
  vote_result_ = votes_;
  votes_ = 0;
  ++epoch_;
}

const Thread& Engine::meet(std::uintptr_t pc, std::uint32_t mask, std::uint64_t value) {
  Thread& thread = *current_;
  Warp& warp = warps_[thread.warp];
  warp.pc[thread.lane] = pc;
  warp.mask[thread.lane] = mask;
  warp.value[thread.lane] = value;
  if (mask == 0) {
    warp.event[thread.lane] = Event::kMeet;
    warp.ready |= bit(thread.lane);
  } else {
    warp.mask[thread.lane] |= bit(thread.lane);
    warp.meeting |= bit(thread.lane);
    try_meetings(warp);
  }
  wait();
  return thread;
}

/// Lets those lanes go on whose whole mask waits. Lanes that have returned are not waited for.
void Engine::try_meetings(Warp& warp) {
  for (std::uint32_t left = warp.meeting; left != 0;) {
    const std::uint32_t mask = warp.mask[lowest(left)] & warp.live;
    left &= left - 1;
    if ((warp.meeting & mask) != mask) continue;
    const bool agree = [&] {
      for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        if ((warp.mask[lowest(rest)] & warp.live) != mask) return false;
      }
      return true;
    }();
    if (!agree) continue;
    warp.meeting &= ~mask;
    left &= ~mask;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
      warp.event[lowest(rest)] = Event::kResume;
    complete_meeting(warp, mask);
    warp.ready |= mask;
  }
}

void Engine::complete_meeting(Warp& warp, std::uint32_t lanes) {
  const auto number = static_cast<std::size_t>(&warp - warps_.data());
  for (std::uint32_t left = lanes; left != 0; left &= left - 1) {
    Thread& thread = *threads_[number * kWarpThreads + lowest(left)];
    thread.inbox = warp.value;
    thread.met = lanes;
  }
}

void Engine::name_kernel(const char* name) {
  if (named_) return;
  named_ = true;
  recorder_.name_kernel(name);
}

void Engine::deadlock() {
  Failure failure{FailureKind::kDeadlock, ""};
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    const std::uint32_t waiting = warps_[w].at_barrier | warps_[w].meeting;
    for (std::uint32_t left = waiting; left != 0; left &= left - 1)
      failure.where.push_back({static_cast<std::uint32_t>(w * kWarpThreads + lowest(left)),
                               warps_[w].pc[lowest(left)]});
  }
  fail(failure);
}

}  // namespace superwarp::record
