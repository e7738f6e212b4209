// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/crosscheck/access_program.h"
#include "sim/evaluate/evaluation.h"

namespace superwarp::crosscheck {

/// Lets `evaluator`, which must outlive the result, run patterns on the RTL, held against the
/// reference model.
AskRtl ask_rtl_of(evaluate::Evaluator& evaluator);

}  // namespace superwarp::crosscheck
