// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "sim/gpu/lower.h"
#include "sim/trace/trace.h"
#include "tools/ask/accesses.h"

namespace superwarp::ask {

/// The papers' memory of 32 banks, which serves wide accesses as `replay` does.
gpu::Description papers_rules();

/// An execution as phases of a GPU.
gpu::Lowered lowered(const Accesses& accesses, const WarpAccess& access, gpu::Lowering& lowering);

/// The lanes in each round of an atomic that is a loop: all of them load the word, then all try to
/// swap it (docs/spec/gpus.md).
std::vector<std::uint64_t> rounds_of(const Accesses& accesses, const WarpAccess& access);

/// `executions`, all or some of the accesses, as a trace for a machine of `width` banks: in one
/// round, all warps execute one phase of one instruction in one iteration.
trace::Trace trace_of(const Accesses& accesses, const std::vector<WarpAccess>& executions,
                      const gpu::Description& description, std::uint32_t width);

}  // namespace superwarp::ask
