// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/trace_program.h"

#include <algorithm>

namespace superwarp::trace {

Op TraceProgram::access(std::uint64_t round, std::uint32_t warp, Word* /*registers*/,
                        Address* address, Word* data) const {
  const auto accesses = trace_.accesses().begin();
  const TraceRound& in = trace_.rounds()[round];
  const auto end = accesses + static_cast<std::ptrdiff_t>(in.end);
  const auto found =
      std::lower_bound(accesses + static_cast<std::ptrdiff_t>(in.first), end, warp,
                       [](const TraceAccess& access, std::uint32_t w) { return access.warp < w; });
  if (found == end || found->warp != warp) return Op::kRead;  // idle in this round
  std::copy_n(trace_.addresses(static_cast<std::size_t>(found - accesses)), width(), address);
  if (found->op == Op::kWrite) {
    for (std::uint32_t lane = 0; lane < width(); ++lane) {
      data[lane] = written_token(round, std::uint64_t{warp} * width() + lane, threads());
    }
  }
  return found->op;
}

}  // namespace superwarp::trace
