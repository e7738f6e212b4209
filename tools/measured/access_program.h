// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "tools/measured/measurement.h"

/// \file
/// What the threads of a pattern access. The models and the measuring program (cuda/) share this
/// definition.

namespace superwarp::crosscheck {

/// The element of `thread` in access `set`; not for workloads and lanes. Element e consists of
/// bits / 32 words, from the word e * bits / 32 on.
std::uint32_t element_of(const Access& access, std::uint32_t bits, std::uint32_t set, std::uint32_t thread);

/// Access `set` of a warp; not for workloads and lanes.
gpu::Access warp_access(const Pattern& pattern, std::uint32_t set, bool writes);

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
