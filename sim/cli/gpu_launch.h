// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/cli/instruction_costs.h"
#include "sim/gpu/description.h"

namespace superwarp::cli {

/// The launch of the trace in `file` with what its accesses to shared memory take on `gpu`, and
/// nothing else. Memory holds a block at a time. Throws InputError.
Launch gpu_launch(const std::string& file, const gpu::Description& gpu);

}  // namespace superwarp::cli
