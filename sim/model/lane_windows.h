// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "language/access.h"
#include "language/machine.h"
#include "sim/model/lane_set.h"

namespace superwarp::model {

/// A request that waits in its lane's window.
struct Request {
  std::uint32_t bank = 0;
  std::uint32_t access = 0;    ///< which address and which kind: equal ones merge
  std::uint32_t dispatch = 0;  ///< where its dispatch is kept

  /// What Request::access is for this address and kind.
  static std::uint32_t access_of(Address address, Op op) {
    return address << 1U | (op == Op::kWrite ? 1U : 0U);
  }
  [[nodiscard]] Address address() const { return access >> 1U; }
  [[nodiscard]] bool writes() const { return (access & 1U) != 0; }
};

/// The windows of a streaming RPU (docs/spec/streaming.md, "Windows and acceptance"): for every
/// lane the requests that wait, in the order in which they came.
class LaneWindows {
 public:
  /// `depth` places for each lane, 1 to kMostDepth.
  LaneWindows(std::uint32_t width, std::uint32_t depth)
      : depth_(depth), window_(width), lanes_(width) {}

  /// `lane` has to have room.
  void add(std::uint32_t lane, const Request& request) {
    Window& window = window_[lane];
    window.request[window.place(window.count)] = request;
    if (++window.count == 1) lanes_.insert(lane);
    if (window.count == depth_) ++full_;
    ++waiting_requests_;
  }

  /// Takes out the request that came behind `older` others of its lane.
  void remove(std::uint32_t lane, std::uint32_t older) {
    Window& window = window_[lane];
    if (window.count == depth_) --full_;
    window.free(older);
    if (--window.count == 0) lanes_.erase(lane);
    --waiting_requests_;
  }

  /// How many requests of `lane` wait.
  [[nodiscard]] std::uint32_t count(std::uint32_t lane) const { return window_[lane].count; }

  /// The request of `lane` that came behind `older` others, which is below count(lane).
  [[nodiscard]] const Request& request(std::uint32_t lane, std::uint32_t older) const {
    const Window& window = window_[lane];
    return window.request[window.place(older)];
  }

  /// Has every lane a free place?
  [[nodiscard]] bool all_have_room() const { return full_ == 0; }

  /// Does no request wait?
  [[nodiscard]] bool empty() const { return waiting_requests_ == 0; }

  /// The lanes that have a request waiting.
  [[nodiscard]] const LaneSet& lanes() const { return lanes_; }

 private:
  /// Requests stay where they were put; four bits a place say in which order they came, and behind
  /// them which places are free.
  static_assert(kMostDepth == 16);
  struct Window {
    std::uint64_t order = 0xfedcba9876543210U;
    std::uint32_t count = 0;
    std::array<Request, kMostDepth> request = {};

    [[nodiscard]] std::uint32_t place(std::uint32_t older) const {
      return order >> (4 * older) & 0xfU;
    }

    /// Moves the place of the one behind `older` others behind all that are in use.
    void free(std::uint32_t older) {
      const std::uint32_t behind = 4 * (count - 1 - older);  // bits of those that came later
      const std::uint64_t from = order >> (4 * older);
      const std::uint64_t later = from >> 4U & ((std::uint64_t{1} << behind) - 1);
      const std::uint64_t moved = later | (from & 0xfU) << behind;
      const std::uint64_t changed = ~std::uint64_t{0} >> (60 - behind);
      order ^= ((from ^ moved) & changed) << (4 * older);
    }
  };

  std::uint32_t depth_;
  std::uint32_t full_ = 0;  ///< lanes without a free place
  std::uint64_t waiting_requests_ = 0;
  std::vector<Window> window_;  ///< by lane
  LaneSet lanes_;
};

}  // namespace superwarp::model
