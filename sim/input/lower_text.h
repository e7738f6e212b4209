// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/gpu/description.h"
#include "sim/trace/trace.h"
#include "sim/traceg/instruction_report.h"

namespace superwarp::input {

/// `text` on a machine whose warps have `width` lanes: each part of an access (gpu::parts_of) is an
/// access of its own, and the parts of a round are rounds, one after another. Without a `gpu` the
/// rules are the machine's, and a trace that fits stays as it is. With one its waves have as many
/// lanes as the trace's warps, and what it takes is added to `cost`. Throws InputError for accesses
/// that the rules do not describe, and with a `gpu` for accesses to global memory.
trace::Trace lower_text(const trace::Trace& text, std::uint32_t width, const gpu::Description* gpu = nullptr,
                        traceg::GpuCost* cost = nullptr);

}  // namespace superwarp::input
