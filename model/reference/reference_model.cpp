// SPDX-License-Identifier: Apache-2.0
#include "model/reference/reference_model.h"

#include <algorithm>
#include <stdexcept>

#include "model/machine/machine.h"
#include "model/machine/refuse.h"
#include "model/reference/machine_check.h"
#include "model/reference/pipeline.h"
#include "model/reference/ready_warps.h"

namespace superwarp::model {
namespace {

const Machine& checked_batch(const Machine& machine) {
  check_machine(machine);
  if (machine.overlaps()) refuse("a streaming RPU, expected one of batches");
  return machine;
}

/// The rounds schedule of Lemma 1 (super-warp paper, Section II): super warps take their turns in
/// order and without gaps; a round starts when the previous one is complete.
class RoundsOrder final : public TurnOrder {
 public:
  RoundsOrder(Threads& threads, const Machine& machine)
      : threads_(threads), latency_(machine.latency), super_warp_(threads.super_warps()), intake_(machine) {}

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

/// The order of machine.schedule; `threads` must outlive it.
std::unique_ptr<TurnOrder> make_turn_order(Threads& threads, const Machine& machine) {
  if (machine.schedule == Schedule::kRounds) return std::make_unique<RoundsOrder>(threads, machine);
  return std::make_unique<AsyncOrder>(threads, machine);
}

}  // namespace

BatchUnit::BatchUnit(const Machine& machine, const Image* contents)
    : lanes_(checked_batch(machine).lanes()), slot_rule_(machine) {
  if (contents != nullptr) memory_.emplace(*contents);
}

void BatchUnit::serve(Expected& expected, bool slots) {
  // If several slots may serve one word, the word that a write leaves depends on the slots.
  slots = slots || !slot_rule_.merges_all_equal();
  if (slots) expected.slot.resize(lanes_);
  // The words come while their slots are counted.
  if (memory_) memory_->announce(expected.dispatch.address.data(), lanes_);
  expected.congestion = slot_rule_.apply(expected.dispatch.address.data(), slots ? expected.slot.data() : nullptr);
  if (memory_) move_words(expected);
}

/// Reads see the memory before the dispatch. Of the writes to a word the last slot's stays, and
/// among those merged in one slot the lowest lane's.
void BatchUnit::move_words(Expected& expected) {
  const Dispatch& dispatch = expected.dispatch;
  Memory& memory = *memory_;
  if (dispatch.op == Op::kWrite) {
    const bool one_slot_a_word = slot_rule_.merges_all_equal();
    for (std::uint32_t slot = 0; slot < (one_slot_a_word ? 1 : expected.congestion); ++slot) {
      for (std::uint32_t lane = lanes_; lane-- > 0;) {
        if (dispatch.address[lane] == kInactive) continue;
        if (one_slot_a_word || expected.slot[lane] == slot) memory[dispatch.address[lane]] = dispatch.data[lane];
      }
    }
    return;
  }
  expected.word.resize(lanes_);
  memory.read(dispatch.address.data(), lanes_, expected.word.data());
}

ReferenceModel::ReferenceModel(const Program& program, const Machine& machine, ModelOptions options)
    : unit_(machine, options.with_data ? &program : nullptr),
      threads_(program, machine),
      order_(make_turn_order(threads_, machine)),
      tally_(program, machine),
      issues_(machine.issue.has_value()) {}

bool ReferenceModel::next(Expected& expected) { return step(expected, true); }

void ReferenceModel::run(const std::function<void(double)>& progress) {
  Expected scratch;
  while (step(scratch, false)) tally_.report(progress, scratch.dispatch.round);
}

Word ReferenceModel::word(Address address) const {
  if (!unit_.memory()) throw std::logic_error("a model without data has no words");
  return unit_.memory()->word(address);
}

bool ReferenceModel::step(Expected& expected, bool slots) {
  Turn turn;
  if (!order_->next(turn)) {
    if (issues_) tally_.end(*order_->warps());
    return false;
  }
  threads_.dispatch(turn.super_warp, expected.dispatch);
  tally_.accept(expected.dispatch);
  expected.first_slot = turn.first_slot;
  unit_.serve(expected, slots);

  if (unit_.memory() && expected.dispatch.op == Op::kRead) threads_.deliver(turn.super_warp, expected.word.data());
  threads_.complete(turn.super_warp);
  const std::uint64_t last_slot = turn.first_slot + expected.congestion - 1;
  order_->served(turn, last_slot);

  tally_.enter(expected.congestion);
  tally_.serve(expected.congestion, last_slot, turn.first_slot - turn.goes_in);
  return true;
}

}  // namespace superwarp::model
