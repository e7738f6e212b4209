#include "sim/crosscheck/ask_rtl.h"

namespace superwarp {

AskRtl ask_rtl_of(Evaluator& evaluator) {
  return [&evaluator](const Program& program, const Machine& machine) -> std::optional<RtlSlots> {
    if (rtl_lacks(machine)) return std::nullopt;
    EvaluationOptions options;
    options.waves_on_disagreement.clear();
    const Evaluation evaluation = evaluator.evaluate(program, machine, options);
    return RtlSlots{evaluation.rtl ? evaluation.rtl->slots : 0, evaluation.disagreement};
  };
}

}  // namespace superwarp
