// SPDX-License-Identifier: Apache-2.0
#include "sim/draw/slot.h"

#include <fmt/format.h>

#include <stdexcept>

namespace superwarp::draw {
namespace {

Slot slot_of(const TimeUnit& unit, const std::vector<Dispatch>& dispatches, std::uint32_t latency) {
  const auto refuse = [&unit](const char* why) {
    throw std::invalid_argument(fmt::format("time unit {}: {}; a heat map shows what the banks do", unit.time, why));
  };
  if (unit.time < latency) refuse("earlier than a request can reach its bank");
  const DispatchId id = unit.served.empty() ? 0 : unit.served.front().dispatch;
  if (id >= dispatches.size()) refuse("serves a dispatch that was not offered");
  const Dispatch& dispatch = dispatches[id];
  Slot slot{unit.time - (latency - 1), dispatch.super_warp, dispatch.round, dispatch.op, !unit.completed.empty(), {}};
  for (const BankEvent& event : unit.events) {
    if (event.first == kNoLane) refuse("a bank serves no thread");
    if (event.op != slot.op) refuse("a slot cannot both read and write");
    for (const Served& served : ServedBy(unit, event)) {
      if (served.dispatch != id || served.lane >= dispatch.address.size()) refuse("a slot serves one dispatch only");
    }
    const std::uint32_t leader = unit.served[event.first].lane;
    slot.requests.push_back({event.bank, dispatch.address[leader], leader});
  }
  return slot;
}

}  // namespace

std::vector<Slot> slots_of(const Recording& recording, std::uint32_t latency) {
  std::vector<Slot> slots;
  for (const TimeUnit& unit : recording.units) slots.push_back(slot_of(unit, recording.dispatches, latency));
  return slots;
}

}  // namespace superwarp::draw
