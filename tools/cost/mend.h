// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/cost/cell_model.h"
#include "tools/cost/wires.h"

namespace superwarp::cost {

/// Changes of drivers that are too weak or too strong for their loads.
struct MendedDrivers {
  std::size_t resized = 0;  ///< changes of a gate to another cell of its kind
  std::size_t buffers = 0;  ///< added, each at its driver's place
  std::size_t copies = 0;   ///< of gates, each at the place of the first
};

/// Shortens the longest paths of `unit` with wires of `kind`, {} for none. A gate on them gets
/// another size, a buffer for all that it drives, a buffer for the readers that can wait, or a copy
/// that drives half of the readers. A round takes the change that should help most from every path
/// that is nearly the longest. If these do not shorten the longest paths together, the later half
/// of them is dropped, down to one change; one that does not help alone is not tried again. The
/// longest path may get longer in between. It ends when no change is left, or after 3000 trials.
/// Added gates overlap others: nothing is placed again. What the unit computes stays the same.
MendedDrivers mend_drivers(WiredUnit& unit, const CellModels& models, const WireKind& kind);

}  // namespace superwarp::cost
