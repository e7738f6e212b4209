// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/cost/cell_model.h"
#include "sim/cost/wired.h"

namespace superwarp::cost {

/// What a mapper that does not know the wires left too weak.
struct MendedDrivers {
  std::size_t enlarged = 0;  ///< gates that became a larger or smaller cell of the same kind
  std::size_t buffers = 0;   ///< added, each at its driver's place
};

/// From the outputs back, gives each gate the cell of its kind, and where that helps a buffer
/// behind it, with which the way to the inputs behind takes the least time, the load on the gate
/// before counted.
MendedDrivers mend_drivers(WiredUnit& unit, const CellModels& models, const WireKind& kind);

}  // namespace superwarp::cost
