// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/write_trace.h"

#include "sim/trace/read_trace.h"
#include "sim/trace/work_field.h"

namespace superwarp::trace {

void write_trace(const Trace& trace, std::ostream& out) {
  const bool bytes = trace.wide();
  out << (bytes ? kFirstLineOfBytes : trace.hierarchical() ? kFirstLineOfSeveral : kFirstLine) << '\n';
  for (const TraceRound& round : trace.rounds()) {
    for (std::size_t i = round.first; i < round.end; ++i) {
      const TraceAccess& access = trace.accesses()[i];
      out << round.label << ' ' << access.warp << ' ' << (access.op == Op::kRead ? 'R' : 'W')
          << (access.space == Space::kGlobal ? "G" : "");
      if (bytes) out << 4 * access.words;
      for (std::uint32_t lane = 0; lane < trace.width(); ++lane) {
        const Address a = trace.addresses(i)[lane];
        out << ' ';
        if (a == kInactive) {
          out << '-';
        } else {
          out << std::uint64_t{a} * (bytes ? 4 : 1);
        }
      }
      if (const Work* const work = trace.work(access)) out << work_text(*work);
      out << '\n';
    }
    if (!round.barrier_after) continue;
    out << kBarrierWord;
    if (round.device_barrier_after) out << ' ' << kDeviceWord;
    out << '\n';
  }
}

}  // namespace superwarp::trace
