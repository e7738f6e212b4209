// SPDX-License-Identifier: Apache-2.0
#include "tools/measured/ask_rtl.h"

namespace superwarp::crosscheck {

AskRtl ask_rtl_of(evaluate::Evaluator& evaluator) {
  return [&evaluator](const Program& program, const Machine& machine) -> std::optional<RtlSlots> {
    if (evaluate::rtl_lacks(machine)) return std::nullopt;
    evaluate::EvaluationOptions options;
    options.waves_on_disagreement.clear();
    const evaluate::Evaluation evaluation = evaluator.evaluate(program, machine, options);
    return RtlSlots{evaluation.rtl ? evaluation.rtl->slots : 0, evaluation.disagreement};
  };
}

}  // namespace superwarp::crosscheck
