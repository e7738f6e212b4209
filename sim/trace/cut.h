// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "sim/trace/trace.h"

namespace superwarp::trace {

/// `trace` on a machine of `width`: every access has the lanes of one dispatch of a warp. A thread
/// takes a lane for each of its words, so a warp goes in phases of width / words consecutive
/// threads; lanes without a thread are inactive. The phases of a round are rounds, one after
/// another. A trace that fits stays as it is. Throws InputError for threads that access more words
/// than `width`.
Trace cut(const Trace& trace, std::uint32_t width);

}  // namespace superwarp::trace
