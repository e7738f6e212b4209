// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <string>

#include "sim/trace/trace.h"

namespace superwarp::trace {

/// Writes `trace` in the text format that read_trace() reads.
void write_trace(const Trace& trace, std::ostream& out);

/// Writes a file, completely or not at all. Throws std::runtime_error if it cannot be written.
void write_trace_file(const Trace& trace, const std::string& path);

}  // namespace superwarp::trace
