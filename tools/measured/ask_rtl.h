// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/run/evaluation.h"
#include "tools/measured/slots.h"

namespace superwarp::crosscheck {

/// Runs patterns on the RTL by `evaluator`, which must outlive the result, and compares them with
/// the reference model. Its user links superwarp_evaluate, which needs SystemC and Verilator.
inline AskRtl ask_rtl_of(evaluate::Evaluator& evaluator) {
  return [&evaluator](const Program& program, const Machine& machine) -> std::optional<RtlSlots> {
    if (evaluate::rtl_lacks(machine)) return std::nullopt;
    evaluate::EvaluationOptions options;
    options.waves_on_disagreement.clear();
    const evaluate::Evaluation evaluation = evaluator.evaluate(program, machine, options);
    return RtlSlots{evaluation.rtl ? evaluation.rtl->slots : 0, evaluation.disagreement};
  };
}

}  // namespace superwarp::crosscheck
