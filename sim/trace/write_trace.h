// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "sim/trace/trace.h"

namespace superwarp::trace {

/// Writes `trace` in the text format that read_trace() reads.
void write_trace(const Trace& trace, std::ostream& out);

}  // namespace superwarp::trace
