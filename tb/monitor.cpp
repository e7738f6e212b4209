#include "tb/monitor.h"

#include <algorithm>

namespace superwarp::tb {

void Monitor::sample(const sysc::RtlOutputs& outputs) {
  ++cycles_;
  if (now_ > 0 || outputs.slot_valid) ++now_;
  if (outputs.slot_valid) {
    ++slots_;
    max_congestion_ = std::max(max_congestion_, ++congestion_);
    if (outputs.slot_last) {
      ++dispatches_;
      congestion_ = 0;
    }
  }
  if (outputs.response_valid) {
    ++responses_;
    complete_ = now_;
  }
}

}  // namespace superwarp::tb
