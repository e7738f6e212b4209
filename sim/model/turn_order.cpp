// SPDX-License-Identifier: Apache-2.0
#include "sim/model/turn_order.h"

#include "language/machine.h"
#include "sim/model/async_order.h"
#include "sim/model/rounds_order.h"

namespace superwarp::model {

std::unique_ptr<TurnOrder> make_turn_order(Threads& threads, const Machine& machine) {
  if (machine.schedule == Schedule::kRounds) {
    return std::make_unique<RoundsOrder>(threads, machine.latency);
  }
  return std::make_unique<AsyncOrder>(threads, machine.latency);
}

}  // namespace superwarp::model
