// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "language/access.h"
#include "language/bank_event.h"
#include "language/machine.h"
#include "sim/draw/slot.h"

namespace superwarp::draw {

/// A run as a picture shows it; a value that every renderer takes.
struct Scene {
  Machine machine;
  std::string title;
  std::vector<Slot> slots;       ///< of the whole run, in order of time; not for heat maps
  std::vector<TimeUnit> units;   ///< what the banks did, in order of time; for heat maps, of all
                                 ///< memories
  std::uint64_t time_units = 0;  ///< the run took

  /// Which bank holds an address; by default address mod width.
  std::function<std::uint32_t(Address)> bank;

  /// What was asked for, in order of dispatch, one for each slot marked last. May be empty: slots
  /// tell the leaders, so only the requests merged with a leader are then missing from the picture.
  std::vector<Dispatch> dispatches;

  /// The time unit from which each of them waits, for heat maps; may be empty.
  std::vector<std::uint64_t> accepted;

  /// The time unit whose pipeline is drawn; by default the earliest with the fullest pipeline.
  std::optional<std::uint64_t> shown;
};

}  // namespace superwarp::draw
