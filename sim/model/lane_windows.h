// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "language/access.h"
#include "language/machine.h"

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
      : depth_(depth), count_(width), window_(width) {}

  /// `lane` has to have room.
  void add(std::uint32_t lane, const Request& request) {
    window_[lane].append(request, count_[lane]++);
    ++waiting_requests_;
  }

  /// Takes out the request that came behind `older` others of its lane.
  void remove(std::uint32_t lane, std::uint32_t older) {
    window_[lane].erase(older);
    --count_[lane];
    --waiting_requests_;
  }

  /// How many requests of `lane` wait.
  [[nodiscard]] std::uint32_t count(std::uint32_t lane) const { return count_[lane]; }

  /// The request of `lane` that came behind `older` others, which is below count(lane).
  [[nodiscard]] const Request& request(std::uint32_t lane, std::uint32_t older) const {
    const Window& window = window_[lane];
    return window.request[window.place(older)];
  }

  /// The banks of kMostDepth requests of `lane`, the oldest first; count(lane) of them wait.
  [[nodiscard]] const std::uint16_t* banks(std::uint32_t lane) const {
    return window_[lane].bank.data();
  }

  /// Has every lane a free place?
  [[nodiscard]] bool all_have_room() const {
    std::uint32_t full = 0;
    for (const std::uint32_t count : count_) full += count == depth_ ? 1 : 0;
    return full == 0;
  }

  /// Does no request wait?
  [[nodiscard]] bool empty() const { return waiting_requests_ == 0; }

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

    void erase(std::uint32_t older) {
      free |= 1U << place(older);
      const std::uint64_t from_it = ~std::uint64_t{0} << (4 * older);
      order ^= (order ^ order >> 4U) & from_it;
      std::array<std::uint16_t, kMostDepth> later;  // as many as there may be: no loop
      std::memcpy(later.data(), &bank[older + 1], sizeof later);
      std::memcpy(&bank[older], later.data(), sizeof later);
    }
  };

  std::uint32_t depth_;
  std::uint64_t waiting_requests_ = 0;
  std::vector<std::uint32_t> count_;  ///< of requests, by lane
  std::vector<Window> window_;        ///< by lane
};

}  // namespace superwarp::model
