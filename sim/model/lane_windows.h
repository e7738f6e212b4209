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
      : depth_(depth), counts_(width), window_(width) {}

  /// `lane` has to have room.
  void add(std::uint32_t lane, const Request& request) {
    window_[lane].append(request, counts_.increase(lane));
  }

  /// Takes out the request of `lane` that came behind `older` others, which is below count(lane).
  Request take(std::uint32_t lane, std::uint32_t older) {
    counts_.decrease(lane);
    return window_[lane].take(older);
  }

  /// How many requests of `lane` wait.
  [[nodiscard]] std::uint32_t count(std::uint32_t lane) const { return counts_[lane]; }
  [[nodiscard]] const LaneCounts& counts() const { return counts_; }

  /// The request of `lane` that came behind `older` others, which is below count(lane).
  [[nodiscard]] const Request& request(std::uint32_t lane, std::uint32_t older) const {
    const Window& window = window_[lane];
    return window.request[window.place(older)];
  }

  /// A bit for each request of `lane`, the oldest first, whose bank has a 1 among `banks`, which
  /// has a 0 or a 1 for every bank.
  [[nodiscard]] std::uint32_t of_banks(std::uint32_t lane, const std::uint8_t* banks) const {
    const std::array<std::uint16_t, 2 * kMostDepth>& bank = window_[lane].bank;
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
  [[nodiscard]] bool all_have_room() const { return !counts_.any_with(depth_); }

  /// Does no request wait?
  [[nodiscard]] bool empty() const { return !counts_.any_with(1); }

 private:
  /// Requests stay where they were put; four bits for each that waits say where, the oldest first.
  static_assert(kMostDepth == 16);
  struct Window {
    std::uint64_t order = 0;
    std::uint32_t free = 0xffffU;  ///< a bit for each place
    std::array<Request, kMostDepth> request = {};
    std::array<std::uint16_t, 2 * kMostDepth> bank = {};  ///< of each that waits, the oldest first

    [[nodiscard]] std::uint32_t place(std::uint32_t older) const {
      return order >> (4 * older) & 0xfU;
    }

    void append(const Request& one, std::uint32_t count) {
      const auto put = static_cast<std::uint32_t>(__builtin_ctz(free));
      free &= free - 1;
      order |= std::uint64_t{put} << (4 * count);
      request[put] = one;
      bank[count] = static_cast<std::uint16_t>(one.bank);
    }

    Request take(std::uint32_t older) {
      const std::uint32_t taken = place(older);
      free |= 1U << taken;
      const std::uint64_t from_it = ~std::uint64_t{0} << (4 * older);
      order ^= (order ^ order >> 4U) & from_it;
      std::array<std::uint16_t, kMostDepth> later;  // as many as there may be: no loop
      std::memcpy(later.data(), &bank[older + 1], sizeof later);
      std::memcpy(&bank[older], later.data(), sizeof later);
      return request[taken];
    }
  };

  std::uint32_t depth_;
  LaneCounts counts_;           ///< requests that wait
  std::vector<Window> window_;  ///< by lane
};

}  // namespace superwarp::model
