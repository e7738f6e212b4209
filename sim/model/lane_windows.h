// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "language/access.h"
#include "language/rpu.h"
#include "sim/model/lane_counts.h"

namespace superwarp::model {

/// Which address and which kind, in one number: requests merge that have the same.
struct MergeKey {
  std::uint32_t code = 0;

  static MergeKey of(Address address, bool writes) { return {address << 1U | (writes ? 1U : 0U)}; }
  [[nodiscard]] Address address() const { return code >> 1U; }
  [[nodiscard]] bool writes() const { return (code & 1U) != 0; }
};

/// A request that waits in its lane's window. As small as can be: windows are all looked through in
/// every time unit.
struct Request {
  MergeKey key;
  std::uint16_t bank = 0;      ///< that it goes to
  std::uint16_t dispatch = 0;  ///< where its dispatch is kept
};

/// Where a request waits: in which lane's window, and behind how many others.
struct Place {
  /// From one lane's places to the next's. Twice as many as there are, so that as many requests
  /// move up wherever one is taken out: no loop.
  static constexpr std::uint32_t kOfLane = 2 * kMostDepth;

  std::uint32_t number = 0;

  static Place of(std::uint32_t lane, std::uint32_t older) { return {lane * kOfLane + older}; }
  [[nodiscard]] std::uint32_t lane() const { return number / kOfLane; }
};

/// A waiting request that is served.
class Chosen {
 public:
  Chosen() = default;
  /// `leads`, 1 or 0: of those merged with it a write leaves its word.
  Chosen(Place place, std::uint32_t leads) : place_and_leads_(2 * place.number + leads) {}

  [[nodiscard]] Place place() const { return {place_and_leads_ / 2}; }
  [[nodiscard]] bool leads() const { return place_and_leads_ % 2 != 0; }

 private:
  std::uint32_t place_and_leads_ = 0;
};

/// All that are served in a time unit, for range-based loops.
struct AllChosen {
  const Chosen* first;
  const Chosen* last;  ///< behind it

  [[nodiscard]] const Chosen* begin() const { return first; }
  [[nodiscard]] const Chosen* end() const { return last; }
  [[nodiscard]] bool empty() const { return first == last; }
};

/// The windows of a streaming RPU (docs/spec/streaming.md, "Windows and acceptance"): for every
/// lane the requests that wait, in the order in which they came.
class LaneWindows {
 public:
  /// `depth` places for each lane, 1 to kMostDepth.
  LaneWindows(std::uint32_t width, std::uint32_t depth)
      : depth_(depth), count_(width), request_(std::size_t{width} * Place::kOfLane) {}

  /// `lane` has to have room.
  void add(std::uint32_t lane, Request request) {
    request_[Place::of(lane, count_.increase(lane)).number] = request;
  }

  /// The requests of a dispatch that is kept at `kept`: every lane that has one has to have room.
  /// `bank` has theirs, by lane.
  void add(const Dispatch& dispatch, const std::uint32_t* bank, std::uint16_t kept);

  /// What looking through the windows needs, as a value: the compiler cannot know that what is
  /// written meanwhile is none of it.
  class Look {
   public:
    explicit Look(const LaneWindows& windows)
        : request_(windows.request_.data()),
          count_(windows.count_.data()),
          many_(windows.depth_ > kFew) {}

    /// The request that waits there; meaningless where none does.
    [[nodiscard]] const Request& request(Place place) const { return request_[place.number]; }

    /// A bit for each request of `lane`, the oldest first: 1 for those behind the oldest for whose
    /// bank is_wanted(bank), which is 1 or 0, is 1.
    template <class IsWanted>
    [[nodiscard]] std::uint32_t behind_oldest(std::uint32_t lane, IsWanted is_wanted) const {
      const Request* const window = &request(Place::of(lane, 0));
      std::uint32_t of = 0;
      if (many_) {
#pragma GCC unroll 8
        for (std::uint32_t k = kMostDepth; k > kFew; --k)
          of = 2 * of + is_wanted(window[k - 1].bank);
      }
#pragma GCC unroll 8
      for (std::uint32_t k = kFew; k > 1; --k) of = 2 * of + is_wanted(window[k - 1].bank);
      return 2 * of & kFirst[count_[lane]];
    }

   private:
    /// So many of the lowest bits.
    static constexpr std::array<std::uint32_t, kMostDepth + 1> kFirst = [] {
      std::array<std::uint32_t, kMostDepth + 1> first = {};
      for (std::uint32_t count = 0; count <= kMostDepth; ++count) first[count] = (1U << count) - 1;
      return first;
    }();

    const Request* request_;
    const std::uint8_t* count_;
    bool many_;
  };

  /// Takes out those that were chosen, of each lane one at most. By itself for the same reason.
  class Taking {
   public:
    explicit Taking(LaneWindows& windows)
        : request_(windows.request_.data()),
          count_(windows.count_.data()),
          many_(windows.depth_ > kFew) {}

    /// The request that waits there waits no longer; those behind it move up.
    void operator()(Place place) const {
      Request* const at = request_ + place.number;
      --count_[place.lane()];
      move_up(at);
      if (many_) move_up(at + kFew);
    }

   private:
    /// Two at a time, as the processor does it.
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

  /// A bit for each of the lanes from word * LaneCounts::kSet on in which `least` requests wait or
  /// more, 1 .. kMostDepth + 1.
  [[nodiscard]] std::uint64_t lanes_with(std::uint32_t least, std::size_t word) const {
    return count_.lanes_with(least, word);
  }

  /// How many requests of `lane` wait.
  [[nodiscard]] std::uint32_t count(std::uint32_t lane) const { return count_[lane]; }

  /// The request that waits there.
  [[nodiscard]] const Request& request(Place place) const { return request_[place.number]; }

  /// Has every lane a free place?
  [[nodiscard]] bool all_have_room() const { return !count_.any_with(depth_); }

  /// Does no request wait?
  [[nodiscard]] bool empty() const { return !count_.any_with(1); }

 private:
  static constexpr std::uint32_t kFew = kMostDepth / 2;
  std::uint32_t depth_;
  LaneCounts count_;              ///< requests that wait
  std::vector<Request> request_;  ///< by place
};

}  // namespace superwarp::model
