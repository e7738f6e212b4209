// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>
#include <string_view>

#include "sim/trace/trace.h"

/// \file
/// Reads the trace text format of docs/spec/command-line.md, strictly: `# superwarp-trace 1`, then
/// lines `round warp R|W address..`, `barrier`, comments from # on, and blank lines. Fields are
/// separated by blanks or tabs; numbers are decimal, addresses also hexadecimal (0x..); `-` is an
/// inactive thread. Of several memories it is `# superwarp-trace 2`, with the operations RG and WG
/// and `barrier device` besides.

namespace superwarp::trace {

inline constexpr std::string_view kFirstLine = "# superwarp-trace 1";
inline constexpr std::string_view kFirstLineOfSeveral = "# superwarp-trace 2";
inline constexpr std::string_view kBarrierWord = "barrier";
inline constexpr std::string_view kDeviceWord = "device";

/// The trace in the text `in`, which messages call `name`. Throws InputError: file, line, what is
/// wrong, what was expected.
Trace read_trace(std::istream& in, const std::string& name);

/// The trace in the file `path`; "-" is standard input. Throws InputError also if there is no such
/// file, or it is no regular one to read.
Trace read_trace_file(const std::string& path);

}  // namespace superwarp::trace
