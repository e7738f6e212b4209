// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "language/lane_stepper.h"
#include "sim/model/model.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// The streaming RPU of `machine` behind a port a lane, with `responses` places in each lane's
/// response buffer. Throws std::invalid_argument for a machine that cannot be, has no rows or
/// another RPU, and for no places.
std::unique_ptr<LaneStepper> make_lane_stepper(const Machine& machine, std::uint32_t responses,
                                               ModelOptions options = {});

}  // namespace superwarp::model
