// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "sim/model/lane_windows.h"

namespace superwarp {
struct Machine;
struct Streaming;
}  // namespace superwarp

namespace superwarp::model {

/// Finds who is served in a time unit where warps overlap.
class Selection {
 public:
  virtual ~Selection() = default;

  /// Those of `windows` who are served in the next time unit in which anything waits, in this one
  /// therefore; valid until the next call. Only they leave the windows until then.
  virtual AllChosen select(const LaneWindows& windows) = 0;
};

/// The selection of the machine's RPU.
std::unique_ptr<Selection> make_selection(const Machine& machine);

std::unique_ptr<Selection> make_crossbar_selection(std::uint32_t width, const Streaming& options);

}  // namespace superwarp::model
