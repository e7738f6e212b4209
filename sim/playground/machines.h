// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/playground/choice.h"
#include "sim/trace/trace.h"

namespace superwarp::playground {

/// Slots and time units of `trace` on every machine of the overview (ask::all_machines) with
/// pipelines of `latency` stages, with `keys` random keys each: "options", "slots", "time_units",
/// "keys". A machine that does not take the trace has "error" instead.
Json machines_json(const trace::Trace& trace, std::uint32_t latency, std::uint32_t keys);

}  // namespace superwarp::playground
