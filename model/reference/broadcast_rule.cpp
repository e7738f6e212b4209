// SPDX-License-Identifier: Apache-2.0
#include "model/reference/broadcast_rule.h"

#include <algorithm>

#include "model/machine/access.h"

namespace superwarp::model {

std::uint32_t BroadcastRule::serve(const std::uint32_t* address, const std::uint32_t* bank,
                                   std::uint32_t lanes, std::uint32_t* slot) {
  std::uint32_t left = 0;
  for (std::uint32_t lane = 0; lane < lanes; ++lane) {
    if (slot != nullptr) slot[lane] = 0;
    if (address[lane] == kInactive) continue;
    waiting_[bank[lane]].push_back(lane);
    ++left;
  }
  std::uint32_t slots = 0;
  for (; left > 0; ++slots) {
    const auto serve_lane = [&](std::uint32_t lane) {
      if (slot != nullptr) slot[lane] = slots;
      --left;
    };
    const auto comes_first = [](const auto& a, const auto& b) {
      return !a.empty() && (b.empty() || a.front() < b.front());
    };
    auto& leading = *std::min_element(waiting_.begin(), waiting_.end(), comes_first);
    const std::uint32_t word = address[leading.front()];
    for (auto& queue : waiting_) {
      if (queue.empty()) continue;
      if (&queue != &leading) {
        serve_lane(queue.front());
        queue.erase(queue.begin());
        continue;
      }
      const auto served = [&](std::uint32_t lane) {
        if (address[lane] != word) return false;
        serve_lane(lane);
        return true;
      };
      queue.erase(std::remove_if(queue.begin(), queue.end(), served), queue.end());
    }
  }
  return slots;
}

}  // namespace superwarp::model
