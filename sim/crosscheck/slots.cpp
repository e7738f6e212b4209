#include "sim/crosscheck/slots.h"

#include "sim/crosscheck/one_word_merge.h"
#include "sim/model/reference_model.h"

namespace superwarp {
namespace {

std::uint64_t one_word_slots(const RunnablePattern& runnable) {
  ReferenceModel model(*runnable.program, runnable.machine);
  std::uint64_t slots = 0;
  for (Expected expected; model.next(expected);)
    slots += one_word_steps(expected.dispatch.address, runnable.machine.width);
  return slots;
}

}  // namespace

PatternSlots count_slots(const Pattern& pattern, const GpuRules& rules, const AskRtl& ask_rtl) {
  const RunnablePattern runnable = make_runnable(pattern, rules);
  PatternSlots result;
  result.warp_accesses = runnable.warp_accesses;
  ReferenceModel model(*runnable.program, runnable.machine);
  model.run();
  result.rounds = model.totals().rounds;
  if (!rules.merges_every_word && pattern.memory == GpuMemory::kShared) {
    result.slots = one_word_slots(runnable);
    return result;
  }
  result.slots = model.totals().congestion;
  if (!ask_rtl) return result;
  if (const auto rtl = ask_rtl(*runnable.program, runnable.machine)) {
    result.rtl_slots = rtl->slots;
    result.disagreement = rtl->disagreement;
  }
  return result;
}

}  // namespace superwarp
