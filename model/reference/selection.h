// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/machine.h"

namespace superwarp::model {

/// A count for every lane, at most kMost. Eight counts are compared at a time.
class LaneCounts {
 public:
  static constexpr std::uint32_t kMost = 127;
  static constexpr std::uint32_t kAtOnce = 8;
  static constexpr std::uint32_t kSet = 64;  ///< lanes of a bit set

  explicit LaneCounts(std::uint32_t width) : count_(((width - 1) / kAtOnce + std::size_t{1}) * kAtOnce) {}

  [[nodiscard]] std::uint32_t operator[](std::uint32_t lane) const { return count_[lane]; }
  /// Returns the count before.
  std::uint32_t increase(std::uint32_t lane) { return count_[lane]++; }
  void decrease(std::uint32_t lane, std::uint32_t by) { count_[lane] = static_cast<std::uint8_t>(count_[lane] - by); }
  std::uint8_t* data() { return count_.data(); }
  [[nodiscard]] const std::uint8_t* data() const { return count_.data(); }

  /// Is the count of any lane at least `least` (1 .. kMost + 1)?
  [[nodiscard]] bool any_with(std::uint32_t least) const {
    std::uint64_t tops = 0;
    for (std::size_t first = 0; first < count_.size(); first += kAtOnce) tops |= tops_with(least, first);
    return tops != 0;
  }

  /// The lanes from word * kSet on whose count is at least `least`, as a bit set.
  [[nodiscard]] std::uint64_t lanes_with(std::uint32_t least, std::size_t word) const {
    constexpr std::uint64_t kToOneByte = 0x0102040810204080;  // gathers the bits in the top byte
    const std::size_t first = word * kSet;
    const std::size_t end = std::min(first + kSet, count_.size());
    std::uint64_t set = 0;
    for (std::size_t lane = first; lane < end; lane += kAtOnce)
      set |= (tops_with(least, lane) >> 7U) * kToOneByte >> 56U << (lane - first);
    return set;
  }

 private:
  /// For the eight lanes from `first` on: the top bit of each byte whose count is at least `least`.
  [[nodiscard]] std::uint64_t tops_with(std::uint32_t least, std::size_t first) const {
    constexpr std::uint64_t kEach = 0x0101010101010101;
    std::uint64_t eight = 0;
    std::memcpy(&eight, &count_[first], sizeof eight);
    return (eight + kEach * (kMost + 1 - least)) & kEach << 7U;
  }

  std::vector<std::uint8_t> count_;  ///< padded with 0
};

/// Address and operation in one number. Requests with equal keys merge.
struct MergeKey {
  std::uint32_t code = 0;

  static MergeKey of(Address address, bool writes) { return {address << 1U | (writes ? 1U : 0U)}; }
  [[nodiscard]] Address address() const { return code >> 1U; }
  [[nodiscard]] bool writes() const { return (code & 1U) != 0; }
};

/// A request that waits in its lane's window. Small, because every time unit reads all windows.
struct Request {
  MergeKey key;
  std::uint16_t bank = 0;
  std::uint16_t dispatch = 0;  ///< index of its dispatch
};

/// The place of a waiting request: its lane and the number of older requests.
struct Place {
  /// Places reserved for a lane, twice the largest depth: removing a request moves up a fixed
  /// number of others, without a loop.
  static constexpr std::uint32_t kOfLane = 2 * kMostDepth;

  std::uint32_t number = 0;

  static Place of(std::uint32_t lane, std::uint32_t older) { return {lane * kOfLane + older}; }
  [[nodiscard]] std::uint32_t lane() const { return number / kOfLane; }
};

/// A waiting request that is served.
class Chosen {
 public:
  Chosen() = default;
  /// `leads` is 1 or 0: does it write its word for all requests merged with it?
  Chosen(Place place, std::uint32_t leads) : place_and_leads_(2 * place.number + leads) {}

  [[nodiscard]] Place place() const { return {place_and_leads_ / 2}; }
  [[nodiscard]] bool leads() const { return place_and_leads_ % 2 != 0; }

 private:
  std::uint32_t place_and_leads_ = 0;
};

/// All requests that are served in a time unit, for range-based loops.
struct AllChosen {
  const Chosen* first;
  const Chosen* last;  ///< past the end

  [[nodiscard]] const Chosen* begin() const { return first; }
  [[nodiscard]] const Chosen* end() const { return last; }
  [[nodiscard]] bool empty() const { return first == last; }
};

/// The windows of a streaming RPU (docs/spec/streaming.md, "Windows and acceptance"): every lane's
/// waiting requests in order of arrival.
class LaneWindows {
 public:
  /// `depth` places for each lane, 1 to kMostDepth.
  LaneWindows(std::uint32_t width, std::uint32_t depth)
      : depth_(depth), count_(width), request_(std::size_t{width} * Place::kOfLane) {}

  /// `lane` must have a free place.
  void add(std::uint32_t lane, Request request) { request_[Place::of(lane, count_.increase(lane)).number] = request; }

  /// Adds the requests of the dispatch with index `kept`. Their lanes must have a free place;
  /// `bank` has their banks by lane.
  void add(const Dispatch& dispatch, const std::uint32_t* bank, std::uint16_t kept);

  /// A copy for reading the windows: the compiler cannot rule out that stores change the members.
  class Look {
   public:
    explicit Look(const LaneWindows& windows)
        : request_(windows.request_.data()), count_(windows.count_.data()), many_(windows.depth_ > kFew) {}

    /// The request at `place`; unspecified if none waits there.
    [[nodiscard]] const Request& request(Place place) const { return request_[place.number]; }

    /// The requests of `lane`, except its oldest, for which is_wanted(bank), 1 or 0, is 1; as bits,
    /// the oldest request first.
    template <class IsWanted>
    [[nodiscard]] std::uint32_t behind_oldest(std::uint32_t lane, IsWanted is_wanted) const {
      const Request* const window = &request(Place::of(lane, 0));
      std::uint32_t of = 0;
      if (many_) {
#pragma GCC unroll 8
        for (std::uint32_t k = kMostDepth; k > kFew; --k) of = 2 * of + is_wanted(window[k - 1].bank);
      }
#pragma GCC unroll 8
      for (std::uint32_t k = kFew; k > 1; --k) of = 2 * of + is_wanted(window[k - 1].bank);
      return 2 * of & kFirst[count_[lane]];
    }

   private:
    /// Entry n has the n lowest bits set.
    static constexpr std::array<std::uint32_t, kMostDepth + 1> kFirst = [] {
      std::array<std::uint32_t, kMostDepth + 1> first = {};
      for (std::uint32_t count = 0; count <= kMostDepth; ++count) first[count] = (1U << count) - 1;
      return first;
    }();

    const Request* request_;
    const std::uint8_t* count_;
    bool many_;
  };

  /// Removes chosen requests, at most one of each lane. A copy like Look.
  class Taking {
   public:
    explicit Taking(LaneWindows& windows)
        : request_(windows.request_.data()), count_(windows.count_.data()), many_(windows.depth_ > kFew) {}

    /// Removes the request at `place`; younger ones of its lane move up.
    void operator()(Place place) const {
      Request* const at = request_ + place.number;
      --count_[place.lane()];
      move_up(at);
      if (many_) move_up(at + kFew);
    }

   private:
    /// Two requests at a time, one 16-byte move each.
    static void move_up(Request* at) {
#pragma GCC unroll 8
      for (std::uint32_t k = 0; k < kFew; k += 2) {
        std::array<Request, 2> later;
        std::memcpy(later.data(), at + k + 1, sizeof later);
        std::memcpy(at + k, later.data(), sizeof later);
      }
    }

    Request* request_;
    std::uint8_t* count_;
    bool many_;
  };

  /// The lanes from word * LaneCounts::kSet on with at least `least` (1 .. kMostDepth + 1) waiting
  /// requests, as a bit set.
  [[nodiscard]] std::uint64_t lanes_with(std::uint32_t least, std::size_t word) const {
    return count_.lanes_with(least, word);
  }

  /// The number of waiting requests of `lane`.
  [[nodiscard]] std::uint32_t count(std::uint32_t lane) const { return count_[lane]; }
  [[nodiscard]] const Request& request(Place place) const { return request_[place.number]; }
  [[nodiscard]] bool all_have_room() const { return !count_.any_with(depth_); }
  [[nodiscard]] bool empty() const { return !count_.any_with(1); }

 private:
  static constexpr std::uint32_t kFew = kMostDepth / 2;
  std::uint32_t depth_;
  LaneCounts count_;              ///< waiting requests
  std::vector<Request> request_;  ///< by place
};

/// Selects the requests of a time unit if warps overlap.
class Selection {
 public:
  virtual ~Selection() = default;

  /// The requests of `windows` that are served in this time unit; valid until the next call. Called
  /// in every time unit with a waiting request. Only chosen requests leave the windows.
  virtual AllChosen select(const LaneWindows& windows) = 0;
};

}  // namespace superwarp::model
