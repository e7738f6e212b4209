// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "model/machine/program.h"
#include "sim/draw/scene.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::playground {

/// Adds to `scene` what the banks of all memories of a hierarchical machine do, and the dispatches,
/// until `requests` requests are served. Returns whether the run ends there.
bool record_memories(const Program& program, const Machine& machine, std::uint64_t requests,
                     draw::Scene& scene);

}  // namespace superwarp::playground
