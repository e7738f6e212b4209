// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace superwarp::emulated {

using Cycle = std::uint64_t;

enum class AccessType : std::uint8_t { kRead, kWrite, kAtomic, kCount, kMatrix };

/// The lanes of an access that take part, and what each requests.
struct WarpAccess {
  std::uint32_t lanes = 0;  ///< a bit each
  std::uint32_t words = 1;  ///< that each lane accesses at once: 1, 2, 4
  std::vector<std::uint32_t> byte_address;
  AccessType type = AccessType::kRead;
};

/// Shared memory's time: what data/gpus/hopper.json describes, written down once more, so that what
/// is measured of it is known beforehand.
class SharedPipe {
 public:
  static constexpr std::uint32_t kSubCores = 4;
  static constexpr Cycle kSubCoreCycles = 2;  ///< from slot to slot of one sub-core
  static constexpr Cycle kLatency = 29;       ///< from an access's last slot to its words

  /// The last slot of an access that a warp of `sub_core` makes at `now`: a slot serves one word of
  /// every bank, and every cycle has one.
  Cycle serve(const WarpAccess& access, std::uint32_t sub_core, Cycle now);

 private:
  std::vector<bool> taken_;  // cycles whose slot is given
  std::array<Cycle, kSubCores> next_{};
};

/// Slots: in every part of a warp, the most distinct words of one bank. A part is a half or a
/// quarter where a lane accesses two or four words, and twice as long for reads whose lanes n and
/// n ^ 1, or n and n ^ 2, have the same address. Lanes of an atomic with the same address take
/// turns, and each turn reads and writes; those that count have one turn.
std::uint32_t slots_of(const WarpAccess& access);

}  // namespace superwarp::emulated
