// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/ask/accesses.h"
#include "sim/trace/trace.h"

namespace superwarp::ask {

/// What a memory of `width` lanes takes at once of one execution.
struct Part {
  std::vector<Address> word;          ///< one for each lane; kInactive requests nothing
  std::vector<std::uint32_t> thread;  ///< of the warp, for each lane
};

/// The parts of every execution: 8 and 16 bytes of a thread are 2 and 4 words, so half and quarter
/// warps are served one after another.
std::vector<std::vector<Part>> parts_of(const Accesses& accesses, std::uint32_t width);

/// The accesses as a trace: in one round, all warps execute one part of one instruction in one
/// iteration. With `only` the accesses of that instruction.
trace::Trace trace_of(const Accesses& accesses, std::uint32_t width,
                      std::optional<std::size_t> only);

}  // namespace superwarp::ask
