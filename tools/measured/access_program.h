// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "tools/measured/measurement.h"

namespace superwarp::crosscheck {

/// A pattern in a form that every engine runs.
struct RunnablePattern {
  std::unique_ptr<Program> program;
  Machine machine;                  ///< with rows and key; the latency has no effect
  std::uint64_t warp_accesses = 1;  ///< of the GPU's whole warps
};

/// Makes a pattern of 32-bit accesses, without lanes, runnable on the papers' machine with 32
/// banks. Throws std::invalid_argument if the workload does not support the size or threads.
RunnablePattern make_runnable(const Pattern& pattern);

}  // namespace superwarp::crosscheck
