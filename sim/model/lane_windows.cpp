// SPDX-License-Identifier: Apache-2.0
#include "sim/model/lane_windows.h"

#include <array>
#include <cstring>

namespace superwarp::model {

// Here and in take_of(): through local variables, as the compiler cannot know that what is written
// is none of them.

void LaneWindows::add(const Dispatch& dispatch, const std::uint32_t* bank, std::uint16_t kept) {
  const auto width = static_cast<std::uint32_t>(dispatch.address.size());
  const Address* const address = dispatch.address.data();
  const std::uint32_t kind = Request::access_of(0, dispatch.op);
  std::uint8_t* const count = count_.data();
  Request* const request = request_.data();
  for (std::uint32_t lane = 0; lane < width; ++lane) {
    if (address[lane] == kInactive) continue;
    request[Place::of(lane, count[lane]++).number] = {
        Request::access_of(address[lane], Op::kRead) | kind, static_cast<std::uint16_t>(bank[lane]),
        kept};
  }
}

void LaneWindows::take(const std::vector<Chosen>& all) {
  if (depth_ > kFew) {
    take_of<kMostDepth>(all);
  } else {
    take_of<kFew>(all);
  }
}

/// Of windows of up to kPlaces places.
template <std::uint32_t kPlaces>
void LaneWindows::take_of(const std::vector<Chosen>& all) {
  std::uint8_t* const count = count_.data();
  Request* const request = request_.data();
  for (const Chosen& chosen : all) {
    --count[chosen.place.lane()];
    Request* const at = request + chosen.place.number;
    for (std::uint32_t k = 0; k < kPlaces; k += 2) {
      std::array<Request, 2> later;
      std::memcpy(later.data(), at + k + 1, sizeof later);
      std::memcpy(at + k, later.data(), sizeof later);
    }
  }
}

}  // namespace superwarp::model
