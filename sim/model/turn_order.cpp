// SPDX-License-Identifier: Apache-2.0
#include "sim/model/turn_order.h"

#include <algorithm>

#include "language/machine.h"
#include "sim/model/ready_warps.h"

namespace superwarp::model {
namespace {

/// The rounds schedule of Lemma 1 (super-warp paper, Section II): super warps take their turns in
/// order and without gaps; a round starts when the previous one is complete.
class RoundsOrder final : public TurnOrder {
 public:
  RoundsOrder(Threads& threads, std::uint32_t latency)
      : threads_(threads), latency_(latency), super_warp_(threads.super_warps()) {}

  bool next(Turn& turn) override {
    for (;;) {
      for (; super_warp_ < threads_.super_warps(); ++super_warp_) {
        if (threads_.prepare(super_warp_) && threads_.barriers_ahead(super_warp_) == round_) {
          turn = {super_warp_, free_};
          return true;
        }
      }
      if (!start_round()) return false;
    }
  }

  void served(std::uint64_t last_slot) override {
    free_ = last_slot + 1;
    round_complete_ = last_slot + latency_;
    ++super_warp_;
  }

 private:
  /// Starts the next round with a request; false if there is none.
  bool start_round() {
    round_ = Threads::kFinished;
    for (std::uint32_t g = 0; g < threads_.super_warps(); ++g) {
      threads_.prepare(g);
      round_ = std::min(round_, threads_.barriers_ahead(g));
    }
    if (round_ == Threads::kFinished) return false;
    super_warp_ = 0;
    free_ = round_complete_;
    return true;
  }

  Threads& threads_;
  std::uint32_t latency_;
  std::uint32_t super_warp_;          ///< the next candidate; super_warps() at the end of the round
  std::uint64_t round_ = 0;           ///< counted in barriers: Threads puts one after every round
  std::uint64_t free_ = 1;            ///< first time unit without a slot
  std::uint64_t round_complete_ = 1;  ///< first time unit after all requests so far are complete
};

/// The asynchronous schedule: a super warp is ready when its own last request is complete. The
/// first ready one in round-robin order takes its turn when the memory is free.
class AsyncOrder final : public TurnOrder {
 public:
  AsyncOrder(Threads& threads, const Machine& machine)
      : ready_(threads, &machine), latency_(machine.latency) {}

  bool next(Turn& turn) override {
    const std::uint64_t ready = ready_.next_ready();
    if (ready == ReadyWarps::kNever) return false;
    free_ = std::max(free_, ready);  // slots stay empty while no super warp is ready
    super_warp_ = *ready_.take(free_);
    turn = {super_warp_, free_};
    return true;
  }

  void served(std::uint64_t last_slot) override {
    free_ = last_slot + 1;
    ready_.completed(super_warp_, last_slot + latency_);
  }

  [[nodiscard]] const ReadyWarps* warps() const override { return &ready_; }

 private:
  ReadyWarps ready_;
  std::uint32_t latency_;
  std::uint64_t free_ = 1;        ///< first time unit without a slot
  std::uint32_t super_warp_ = 0;  ///< of the last turn
};

}  // namespace

std::unique_ptr<TurnOrder> make_turn_order(Threads& threads, const Machine& machine) {
  if (machine.schedule == Schedule::kRounds)
    return std::make_unique<RoundsOrder>(threads, machine.latency);
  return std::make_unique<AsyncOrder>(threads, machine);
}

}  // namespace superwarp::model
