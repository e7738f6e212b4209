// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "model/machine/stepper.h"
#include "model/reference/model.h"

namespace superwarp::model {

/// The model of `machine` without warps: the caller pushes the dispatches, so the machine's
/// schedule is ignored. Throws std::invalid_argument for an invalid machine or one without rows.
std::unique_ptr<Stepper> make_stepper(const Machine& machine, ModelOptions options = {});

/// The streaming RPU of `machine` with a port for each lane and `responses` places in each lane's
/// response buffer. Throws std::invalid_argument for an invalid machine, one without rows or with
/// another RPU, and for 0 places.
std::unique_ptr<LaneStepper> make_lane_stepper(const Machine& machine, std::uint32_t responses,
                                               ModelOptions options = {});

}  // namespace superwarp::model
