// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

namespace superwarp {

/// The request packing unit in front of the banks. model/machine/rpu_info.cpp describes each of
/// them.
enum class Rpu : std::uint8_t {
  kBatch,      ///< the papers': one super warp at a time (docs/spec/machines.md, "One dispatch")
  kSerial,     ///< the same, taken warp by warp (docs/spec/serial.md)
  kStream,     ///< a window of requests for every lane (docs/spec/streaming.md)
  kPipelined,  ///< one pass of the match a time unit (streaming.md, "The pipelined match")
  kCrossbar,   ///< a FIFO for every lane, an arbiter for every bank (docs/spec/crossbar.md)
};

/// Which lanes a bank prefers where warps overlap ("Who is served").
enum class Priority : std::uint8_t {
  kFullest,     ///< stream, pipelined: the lane with the turn, and lanes with nearly full windows
  kTurn,        ///< stream, pipelined: the lane with the turn
  kRoundRobin,  ///< crossbar: the lane after the last winner
  kFixed,       ///< crossbar: the lowest lane
};

/// What lanes do in the passes of a match after its first ("A smaller window").
enum class Later : std::uint8_t {
  kOldest,    ///< as in the first
  kAlone,     ///< only leaders are chosen
  kYoungest,  ///< only leaders are chosen, and lanes propose their youngest request
};

inline constexpr std::uint32_t kMostDepth = 16;
inline constexpr std::uint32_t kMostQueue = 8;
inline constexpr std::uint32_t kMostStore = 16;
inline constexpr std::uint32_t kMostPasses = 4;
inline constexpr std::uint32_t kMostIntake = 2;
inline constexpr std::uint32_t kMostRoute = 73;  ///< levels of 2048 lanes and 128 banks

/// Values of the options of an RPU (model/machine/rpu_info.h).
struct Streaming {
  std::uint32_t depth = 8;   ///< D: places in the window of each lane, 1 .. kMostDepth
  std::uint32_t passes = 3;  ///< K: passes of the selection, 1 .. kMostPasses
  Priority priority = Priority::kFullest;  ///< one that the RPU supports
  /// Options that only one RPU reads, by name. An option that is missing has its default.
  std::map<std::string, std::uint32_t> others = {};

  bool operator==(const Streaming& other) const {
    return std::tie(depth, passes, priority, others) ==
           std::tie(other.depth, other.passes, other.priority, other.others);
  }
};

}  // namespace superwarp
