// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/bank_event.h"
#include "model/machine/machine.h"
#include "sim/draw/slot.h"

namespace superwarp::draw {

/// A run, the input of every renderer.
struct Scene {
  Machine machine;
  std::string title;
  std::vector<Slot> slots;       ///< of the whole run, in order of time; unused by heat maps
  std::vector<TimeUnit> units;   ///< bank events of all memories, in order of time, for heat maps
  std::uint64_t time_units = 0;  ///< duration of the run

  /// The bank of an address; by default address mod the number of banks.
  std::function<std::uint32_t(Address)> bank;

  /// The dispatches in order, one for each slot marked last. May be empty: slots name the leaders,
  /// so the picture then lacks only the requests merged with a leader.
  std::vector<Dispatch> dispatches;

  /// The time unit from which each dispatch waits, for heat maps; may be empty.
  std::vector<std::uint64_t> accepted;

  /// The time unit whose pipeline is drawn; by default the earliest with the fullest pipeline.
  std::optional<std::uint64_t> shown;
};

}  // namespace superwarp::draw
