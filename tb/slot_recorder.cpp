#include "tb/slot_recorder.h"

#include <utility>

namespace superwarp::tb {

void SlotRecorder::sample(std::uint64_t now, const sysc::RtlOutputs& outputs,
                          const Dispatch& dispatch) {
  if (!outputs.slot_valid) return;
  Slot slot;
  slot.time_unit = now;
  slot.super_warp = outputs.slot_tag;
  slot.round = dispatch.round;
  slot.op = dispatch.op;
  slot.last = outputs.slot_last;
  constexpr std::uint32_t kValid = 0x80000000U;
  for (std::uint32_t bank = 0; bank < width_; ++bank) {
    const std::uint32_t request = outputs.slot_bank_req[bank];
    if ((request & kValid) == 0) continue;
    for (std::uint32_t lane = 0; lane < dispatch.address.size(); ++lane) {
      const bool served = ((outputs.slot_served[lane / 32] >> (lane % 32)) & 1U) != 0;
      if (served && (request & ~kValid) == outputs.slot_addr[lane]) {
        slot.requests.push_back({bank, dispatch.address[lane], lane});
        break;
      }
    }
  }
  if (slot.last) dispatches_.push_back(dispatch);
  slots_.push_back(std::move(slot));
}

}  // namespace superwarp::tb
