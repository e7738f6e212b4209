// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cost/cell_model.h"
#include "sim/cost/wired.h"

namespace superwarp::cost {

/// Changes of drivers that are too weak or too strong because the mapper did not know the wires.
struct MendedDrivers {
  std::size_t resized = 0;  ///< changes of a gate to another cell of its kind
  std::size_t buffers = 0;  ///< added, each at its driver's place
};

/// Shortens the longest paths of `unit`, its wires known: gates on them get another size, or a
/// buffer for all that they drive, or for all but the next gate of the path. A round changes one
/// gate of every path that is nearly the longest, or if that does not help of the longest alone; it
/// ends when neither helps.
MendedDrivers mend_drivers(WiredUnit& unit, const CellModels& models, const WireKind& kind);

}  // namespace superwarp::cost
