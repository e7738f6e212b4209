// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "model/machine/stepper.h"
#include "model/reference/model.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// The model of `machine` without warps: the caller pushes the dispatches, so the machine's
/// schedule is ignored. Throws std::invalid_argument for an invalid machine or one without rows.
std::unique_ptr<Stepper> make_stepper(const Machine& machine, ModelOptions options = {});

}  // namespace superwarp::model
