// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/gpu/description.h"
#include "tools/replay/command/instruction_costs.h"

namespace superwarp::cli {

/// The launch of the trace in `file`, only with the cost of its accesses to shared memory on `gpu`.
/// Memory holds a block at a time. Throws InputError.
Launch gpu_launch(const std::string& file, const gpu::Description& gpu);

}  // namespace superwarp::cli
