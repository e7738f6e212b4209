// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string>
#include <string_view>

#include "sim/trace/trace.h"

/// \file
/// A strict reader of the trace text format of docs/spec/command-line.md: `# superwarp-trace 1`,
/// then lines `round warp R|W address...`, `barrier`, comment lines that start with # and blank
/// lines. Blanks or tabs separate fields. Numbers are decimal, addresses also hexadecimal (0x...);
/// `-` is an inactive thread. For several memories the first line is `# superwarp-trace 2`, and the
/// operations RG and WG and `barrier device` are added. With `# superwarp-trace 3` addresses are of
/// bytes, and an operation may end with the bytes of a thread's access: R8, WG16. A comment may
/// stand behind the first line. Behind the addresses the work of the warp may stand (work_field.h).

namespace superwarp::trace {

inline constexpr std::string_view kFirstLine = "# superwarp-trace 1";
inline constexpr std::string_view kFirstLineOfSeveral = "# superwarp-trace 2";
inline constexpr std::string_view kFirstLineOfBytes = "# superwarp-trace 3";
inline constexpr std::string_view kBarrierWord = "barrier";
inline constexpr std::string_view kDeviceWord = "device";

/// Does `head` begin like a trace in this format, of any version?
bool looks_like_trace(std::string_view head);

/// The trace in the text `in`, which messages call `name`. Throws InputError with file, line, what
/// is wrong and what was expected.
Trace read_trace(std::istream& in, const std::string& name);

}  // namespace superwarp::trace
