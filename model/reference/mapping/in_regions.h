// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "model/machine/mapping.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// `on` in those regions of `machine` where its mapping is on, `off` elsewhere.
std::unique_ptr<Mapping> in_regions(std::unique_ptr<Mapping> on, std::unique_ptr<Mapping> off,
                                    const Machine& machine);

}  // namespace superwarp::model
