// SPDX-License-Identifier: Apache-2.0
#include "sim/trace/cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "sim/trace/input_error.h"

namespace superwarp::trace {
namespace {

/// Adds phase `phase` of access `number` to `to`; false if it has none.
bool add_phase(const Trace& trace, std::size_t number, std::uint32_t phase, std::uint64_t round,
               Trace& to, std::vector<Address>& lanes) {
  const TraceAccess& access = trace.accesses()[number];
  const auto width = static_cast<std::uint32_t>(lanes.size());
  if (access.words > width) {
    throw InputError(trace.name(), access.line,
                     fmt::format("{} words a thread, expected a machine of that width at least, "
                                 "not {}",
                                 access.words, width));
  }
  const std::uint32_t first = phase * (width / access.words);
  if (first >= trace.width()) return false;
  const std::uint32_t threads = std::min(width / access.words, trace.width() - first);
  std::fill(lanes.begin(), lanes.end(), kInactive);
  for (std::uint32_t i = 0; i < threads; ++i) {
    const Address address = trace.addresses(number)[first + i];
    if (address == kInactive) continue;
    for (std::uint32_t word = 0; word < access.words; ++word)
      lanes[i * access.words + word] = address + word;
  }
  std::optional<Work> work = trace.work_of(access);
  if (work) {
    const bool requests =
        std::any_of(lanes.begin(), lanes.end(), [](Address a) { return a != kInactive; });
    *work = part_of(*work, phase == 0, first + threads == trace.width(), requests);
  }
  to.add(round, access.warp, access.op, lanes, access.line, access.space, 1, work);
  return true;
}

}  // namespace

Trace cut(const Trace& trace, std::uint32_t width) {
  if (trace.width() == width && !trace.wide()) return trace;
  Trace result(trace.name());
  std::vector<Address> lanes(width);
  std::uint64_t label = 0;
  for (const TraceRound& round : trace.rounds()) {
    bool more = true;
    for (std::uint32_t phase = 0; more; ++phase) {
      more = false;
      for (std::size_t i = round.first; i < round.end; ++i)
        more |= add_phase(trace, i, phase, label, result, lanes);
      label += more ? 1 : 0;
    }
    if (round.barrier_after) result.add_barrier(round.device_barrier_after);
  }
  return result;
}

}  // namespace superwarp::trace
