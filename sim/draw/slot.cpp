#include "sim/draw/slot.h"

namespace superwarp::draw {

std::vector<Slot> slots_of(const Recording& recording, std::uint32_t latency) {
  std::vector<Slot> slots;
  for (const TimeUnit& unit : recording.units) {
    if (unit.served.empty()) continue;
    const Dispatch& dispatch = recording.dispatches[unit.served.front().dispatch];
    Slot slot{unit.time - (latency - 1),
              dispatch.super_warp,
              dispatch.round,
              dispatch.op,
              !unit.completed.empty(),
              {}};
    for (const BankEvent& event : unit.events) {
      const std::uint32_t leader = unit.served[event.first].lane;
      slot.requests.push_back({event.bank, dispatch.address[leader], leader});
    }
    slots.push_back(slot);
  }
  return slots;
}

}  // namespace superwarp::draw
