// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "language/stepper.h"
#include "sim/model/model.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// The model of `machine` without its warps: what make_reference() makes, driven by whoever pushes
/// dispatches. The schedule of the machine means nothing here. Throws std::invalid_argument for a
/// machine that cannot be, or has no rows.
std::unique_ptr<Stepper> make_stepper(const Machine& machine, ModelOptions options = {});

}  // namespace superwarp::model
