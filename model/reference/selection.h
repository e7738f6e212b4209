// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "model/reference/lane_windows.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// Selects the requests of a time unit if warps overlap.
class Selection {
 public:
  virtual ~Selection() = default;

  /// The requests of `windows` that are served in this time unit; valid until the next call. Called
  /// in every time unit with a waiting request. Only chosen requests leave the windows.
  virtual AllChosen select(const LaneWindows& windows) = 0;
};

/// The selection of the machine's RPU.
std::unique_ptr<Selection> make_selection(const Machine& machine);

std::unique_ptr<Selection> make_pass_selection(const Machine& machine);
std::unique_ptr<Selection> make_pipelined_selection(const Machine& machine);
std::unique_ptr<Selection> make_crossbar_selection(const Machine& machine);

}  // namespace superwarp::model
