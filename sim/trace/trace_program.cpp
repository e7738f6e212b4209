// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace_program.h"

#include <algorithm>

namespace superwarp::trace {

const TraceAccess* TraceProgram::find(std::uint64_t round, std::uint32_t warp) const {
  const TraceAccess* const accesses = trace_.accesses().data();
  const TraceRound& in = trace_.rounds()[round];
  const TraceAccess* const end = accesses + in.end;
  const TraceAccess* const found = std::lower_bound(
      accesses + in.first, end, warp, [](const TraceAccess& access, std::uint32_t w) { return access.warp < w; });
  return found == end || found->warp != warp ? nullptr : found;
}

Op TraceProgram::access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/, Address* address,
                        Word* data) const {
  const TraceAccess* const found = find(round, warp);
  if (found == nullptr) return Op::kRead;  // idle in this round
  const auto number = static_cast<std::size_t>(found - trace_.accesses().data());
  std::copy_n(trace_.addresses(number), width(), address);
  if (found->op == Op::kWrite) {
    for (std::uint32_t lane = 0; lane < width(); ++lane) {
      data[lane] = written_token(round, std::uint64_t{warp} * width() + lane, threads());
    }
  }
  return found->op;
}

}  // namespace superwarp::trace
