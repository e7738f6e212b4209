// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "language/access.h"
#include "language/machine.h"
#include "sim/model/lane_counts.h"

namespace superwarp::model {

/// A request that waits in its lane's window.
struct Request {
  std::uint32_t bank = 0;
  std::uint32_t access = 0;    ///< which address and which kind: equal ones merge
  std::uint32_t dispatch = 0;  ///< where its dispatch is kept
  Word* word = nullptr;        ///< what it reads or writes; null where nobody keeps words

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
      : depth_(depth), count_(width), window_(width) {}

  /// `lane` has to have room.
  void add(std::uint32_t lane, const Request& request) {
    Window& window = window_[lane];
    const std::uint32_t count = count_.increase(lane);
    window.request[window.place[count]] = request;
    window.bank[count] = static_cast<std::uint16_t>(request.bank);
  }

  /// Takes out the request of `lane` that came behind `older` others, which is below count(lane).
  /// What is returned stands until the lane's next add().
  const Request& take(std::uint32_t lane, std::uint32_t older) {
    count_.decrease(lane);
    Window& window = window_[lane];
    const std::uint16_t taken = window.place[older];
    one_up(window.place, older);
    one_up(window.bank, older);
    window.place[depth_ - 1] = taken;
    return window.request[taken];
  }

  /// How many requests of `lane` wait.
  [[nodiscard]] std::uint32_t count(std::uint32_t lane) const { return count_[lane]; }

  /// The request of `lane` that came behind `older` others, which is below kMostDepth: meaningless
  /// from count(lane) on.
  [[nodiscard]] const Request& request(std::uint32_t lane, std::uint32_t older) const {
    const Window& window = window_[lane];
    return window.request[window.place[older]];
  }

  /// A bit for each request of `lane`, the oldest first, whose bank has a 1 among `banks`, which
  /// has a 0 or a 1 for every bank.
  [[nodiscard]] std::uint32_t of_banks(std::uint32_t lane, const std::uint8_t* banks) const {
    const Numbers& bank = window_[lane].bank;
    constexpr std::uint32_t kHalf = kMostDepth / 2;
    std::uint32_t of = 0;
#pragma GCC unroll 8
    for (std::uint32_t k = 0; k < kHalf; ++k) of |= std::uint32_t{banks[bank[k]]} << k;
    if (depth_ > kHalf) {
#pragma GCC unroll 8
      for (std::uint32_t k = kHalf; k < kMostDepth; ++k) of |= std::uint32_t{banks[bank[k]]} << k;
    }
    return of & ((1U << count(lane)) - 1);
  }

  /// Has every lane a free place?
  [[nodiscard]] bool all_have_room() const { return !count_.any_with(depth_); }

  /// Does no request wait?
  [[nodiscard]] bool empty() const { return !count_.any_with(1); }

 private:
  /// Twice as long as what is in it, so that as much is moved wherever one is taken out: no loop.
  using Numbers = std::array<std::uint16_t, 2 * kMostDepth>;

  /// Requests stay where they were put.
  static_assert(kMostDepth == 16, "places are listed below");
  struct Window {
    Numbers bank = {};  ///< of each that waits, the oldest first
    /// Likewise, then those that are free.
    Numbers place = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    std::array<Request, kMostDepth> request = {};
  };

  /// What stands behind `at` moves up, and takes its place.
  static void one_up(Numbers& numbers, std::uint32_t at) {
    std::array<std::uint16_t, kMostDepth> later;
    std::memcpy(later.data(), &numbers[at + 1], sizeof later);
    std::memcpy(&numbers[at], later.data(), sizeof later);
  }

  std::uint32_t depth_;
  LaneCounts count_;            ///< requests that wait
  std::vector<Window> window_;  ///< by lane
};

}  // namespace superwarp::model
