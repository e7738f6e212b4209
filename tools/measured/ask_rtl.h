// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/run/evaluation.h"
#include "tools/measured/slots.h"

namespace superwarp::crosscheck {

/// Runs patterns on the RTL by `evaluator`, which must outlive the result, and compares them with
/// the reference model.
AskRtl ask_rtl_of(evaluate::Evaluator& evaluator);

}  // namespace superwarp::crosscheck
