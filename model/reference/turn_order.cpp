// SPDX-License-Identifier: Apache-2.0
#include "model/reference/turn_order.h"

#include <algorithm>

#include "model/machine/machine.h"
#include "model/reference/intake.h"
#include "model/reference/ready_warps.h"

namespace superwarp::model {
namespace {

/// The rounds schedule of Lemma 1 (super-warp paper, Section II): super warps take their turns in
/// order and without gaps; a round starts when the previous one is complete.
class RoundsOrder final : public TurnOrder {
 public:
  RoundsOrder(Threads& threads, const Machine& machine)
      : threads_(threads),
        latency_(machine.latency),
        super_warp_(threads.super_warps()),
        intake_(machine) {}

  bool next(Turn& turn) override {
    for (;;) {
      for (; super_warp_ < threads_.super_warps(); ++super_warp_) {
        if (threads_.prepare(super_warp_) && threads_.barriers_ahead(super_warp_) == round_) {
          const std::uint64_t goes_in = std::max(intake_.opens(), round_starts_);
          turn = {super_warp_, goes_in, intake_.first_slot(goes_in)};
          return true;
        }
      }
      if (!start_round()) return false;
    }
  }

  void served(const Turn& turn, std::uint64_t last_slot) override {
    intake_.served(turn.first_slot, last_slot);
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
    round_starts_ = round_complete_;
    return true;
  }

  Threads& threads_;
  std::uint32_t latency_;
  std::uint32_t super_warp_;  ///< the next candidate; super_warps() at the end of the round
  std::uint64_t round_ = 0;   ///< counted in barriers: Threads puts one after every round
  Intake intake_;
  std::uint64_t round_starts_ = 1;
  std::uint64_t round_complete_ = 1;  ///< first time unit after all requests so far are complete
};

/// The asynchronous schedule: a super warp is ready when its own last request is complete. The
/// first ready one in round-robin order takes its turn when the memory is free.
class AsyncOrder final : public TurnOrder {
 public:
  AsyncOrder(Threads& threads, const Machine& machine)
      : ready_(threads, &machine), intake_(machine), latency_(machine.latency) {}

  bool next(Turn& turn) override {
    const std::uint64_t ready = ready_.next_ready();
    if (ready == ReadyWarps::kNever) return false;
    // Slots stay empty while no super warp is ready.
    const std::uint64_t goes_in = std::max(intake_.opens(), ready);
    turn = {*ready_.take(goes_in), goes_in, intake_.first_slot(goes_in)};
    turn.posted = ready_.posts(turn.super_warp);
    return true;
  }

  void served(const Turn& turn, std::uint64_t last_slot) override {
    intake_.served(turn.first_slot, last_slot);
    if (turn.posted) return ready_.completed(turn.super_warp, turn.goes_in, true);
    ready_.completed(turn.super_warp, last_slot + latency_);
  }

  [[nodiscard]] const ReadyWarps* warps() const override { return &ready_; }

 private:
  ReadyWarps ready_;
  Intake intake_;
  std::uint32_t latency_;
};

}  // namespace

std::unique_ptr<TurnOrder> make_turn_order(Threads& threads, const Machine& machine) {
  if (machine.schedule == Schedule::kRounds) return std::make_unique<RoundsOrder>(threads, machine);
  return std::make_unique<AsyncOrder>(threads, machine);
}

}  // namespace superwarp::model
