// SPDX-License-Identifier: Apache-2.0
#include "model/reference/lane_windows.h"

namespace superwarp::model {

void LaneWindows::add(const Dispatch& dispatch, const std::uint32_t* bank, std::uint16_t kept) {
  // Local copies: the compiler cannot rule out that the stores below change the members.
  const auto width = static_cast<std::uint32_t>(dispatch.address.size());
  const Address* const address = dispatch.address.data();
  const std::uint32_t kind = MergeKey::of(0, dispatch.op == Op::kWrite).code;
  std::uint8_t* const count = count_.data();
  Request* const request = request_.data();
  for (std::uint32_t lane = 0; lane < width; ++lane) {
    if (address[lane] == kInactive) continue;
    request[Place::of(lane, count[lane]++).number] = {
        {MergeKey::of(address[lane], false).code | kind},
        static_cast<std::uint16_t>(bank[lane]),
        kept};
  }
}

}  // namespace superwarp::model
