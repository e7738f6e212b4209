// SPDX-License-Identifier: Apache-2.0
#include "model/reference/batch_unit.h"

#include <stdexcept>

#include "model/machine/machine.h"
#include "model/reference/machine_check.h"

namespace superwarp::model {
namespace {

const Machine& checked(const Machine& machine) {
  check_machine(machine);
  if (machine.overlaps()) throw std::invalid_argument("a streaming RPU, expected one of batches");
  return machine;
}

}  // namespace

BatchUnit::BatchUnit(const Machine& machine, const Image* contents)
    : lanes_(checked(machine).lanes()), slot_rule_(machine) {
  if (contents != nullptr) memory_.emplace(*contents);
}

void BatchUnit::serve(Expected& expected, bool slots) {
  // If several slots may serve one word, the word that a write leaves depends on the slots.
  slots = slots || !slot_rule_.merges_all_equal();
  if (slots) expected.slot.resize(lanes_);
  // The words come while their slots are counted.
  if (memory_) memory_->announce(expected.dispatch.address.data(), lanes_);
  expected.congestion =
      slot_rule_.apply(expected.dispatch.address.data(), slots ? expected.slot.data() : nullptr);
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
        if (one_slot_a_word || expected.slot[lane] == slot)
          memory[dispatch.address[lane]] = dispatch.data[lane];
      }
    }
    return;
  }
  expected.word.resize(lanes_);
  memory.read(dispatch.address.data(), lanes_, expected.word.data());
}

}  // namespace superwarp::model
