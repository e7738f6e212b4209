// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "language/mapping.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// `mapping` in those regions of `machine` where it is on; elsewhere word k of a row is in bank k.
std::unique_ptr<Mapping> in_regions(std::unique_ptr<Mapping> mapping, const Machine& machine);

}  // namespace superwarp::model
