#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "language/machine.h"
#include "language/program.h"
#include "sim/crosscheck/gpu.h"
#include "sim/crosscheck/measurement.h"

namespace superwarp::crosscheck {

/// A pattern as something that every engine of this project runs.
struct RunnablePattern {
  std::unique_ptr<Program> program;
  Machine machine;                  ///< with rows and key; its latency does not matter
  std::uint64_t warp_accesses = 1;  ///< of the GPU's warps, not of parts of them
};

/// Why `rules` have no slots for `pattern`; nullopt if they have.
std::optional<std::string> not_described(const Pattern& pattern, const GpuRules& rules);

/// `pattern`, which the rules describe, on the machine of the rules' banks: a part of a warp's
/// access becomes the access of a warp of that machine. Throws std::invalid_argument for a workload
/// that does not take the size or threads.
RunnablePattern make_runnable(const Pattern& pattern, const GpuRules& rules);

}  // namespace superwarp::crosscheck
