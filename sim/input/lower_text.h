// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/gpu/description.h"
#include "sim/trace/trace.h"
#include "sim/traceg/instruction_report.h"

namespace superwarp::input {

/// `text`, whose warps have as many threads as a wave of `gpu`, by that GPU's rules: every phase is
/// an access of its own, on as many lanes as the GPU has banks, in a round of its own. Adds what
/// the GPU takes to `cost`. Throws InputError for accesses that the GPU does not describe and for
/// accesses to global memory.
trace::Trace lower_text(const trace::Trace& text, const gpu::Description& gpu,
                        traceg::GpuCost& cost);

}  // namespace superwarp::input
