// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "model/machine/rpu_info.h"
#include "model/reference/selection.h"

/// \file
/// To add an RPU, add a file here with a function named after it, such as rpu_crossbar() in crossbar.cpp. The build
/// finds the file.

namespace superwarp::model {

template <class Of>
std::unique_ptr<Selection> select_by(const Machine& machine) {
  return std::make_unique<Of>(machine);
}

inline RpuOption depth() {
  return {"depth", "D: places in the window or FIFO of each lane", "Depth", 1, kMostDepth, Streaming().depth};
}

/// `parameter` is 1 for the first priority and 0 for the second.
inline RpuOption priorities(const std::string& parameter, const RpuChoice& first, const RpuChoice& second) {
  return {"priority", "lanes that a bank prefers", parameter, 0, 0, first.value, {first, second}};
}

inline std::vector<RpuOption> window_options() {
  return {depth(),
          {"passes", "K: passes of the selection in a time unit", "Passes", 1, 4, Streaming().passes, {}, "pass"},
          priorities("FullestFirst", {"fullest", Priority::kFullest, 1}, {"turn", Priority::kTurn, 0})};
}

}  // namespace superwarp::model
