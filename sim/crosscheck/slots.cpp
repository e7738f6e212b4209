#include "sim/crosscheck/slots.h"

#include <set>

#include "sim/model/reference_model.h"

namespace superwarp::crosscheck {

PatternSlots count_slots(const Pattern& pattern, const GpuRules& rules, const AskRtl& ask_rtl) {
  const RunnablePattern runnable = make_runnable(pattern, rules);
  PatternSlots result;
  result.warp_accesses = runnable.warp_accesses;
  model::ReferenceModel model(*runnable.program, runnable.machine);
  std::set<std::uint64_t> reads;
  for (Expected expected; model.next(expected);) {
    if (expected.dispatch.op == Op::kRead) reads.insert(expected.dispatch.round);
  }
  result.rounds = model.totals().rounds;
  result.waits = rules.writes_wait ? result.rounds : reads.size();
  result.slots = model.totals().congestion;
  if (!ask_rtl) return result;
  if (const auto rtl = ask_rtl(*runnable.program, runnable.machine)) {
    result.rtl_slots = rtl->slots;
    result.disagreement = rtl->disagreement;
  }
  return result;
}

}  // namespace superwarp::crosscheck
