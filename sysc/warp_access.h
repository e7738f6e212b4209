// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <tlm>
#include <utility>
#include <vector>

namespace superwarp::sysc {

/// Makes a generic payload one access by one warp or super warp: lane i reads or writes the 4 bytes
/// at the payload's address + offset[i], bytes 4i .. 4i + 3 of its data. Offsets are relative, so
/// interconnects may subtract a base from the address.
///
/// MemoryTarget supports it. A target that ignores it would access consecutive bytes.
class WarpAccess : public tlm::tlm_extension<WarpAccess> {
 public:
  /// The offset of a lane that requests nothing.
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  WarpAccess() = default;
  explicit WarpAccess(std::vector<std::uint64_t> offsets) : offset(std::move(offsets)) {}

  [[nodiscard]] tlm::tlm_extension_base* clone() const override { return new WarpAccess(offset); }
  void copy_from(const tlm::tlm_extension_base& other) override {
    offset = static_cast<const WarpAccess&>(other).offset;
  }

  std::vector<std::uint64_t> offset;  ///< in bytes, one for each lane, at most as many as lanes
};

}  // namespace superwarp::sysc
