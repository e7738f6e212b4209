// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "model/machine/machine.h"
#include "sim/cli/json.h"
#include "tools/kernels/advise/advice.h"

namespace superwarp::cli {

/// What `superwarp advise` found.
struct AdviceReport {
  std::string name;  ///< of the trace or workload
  Machine machine;
  std::uint32_t keys = 1;
  advise::Advice advice;
  std::string command;  ///< that uses the choice
};

std::string advice_table(const AdviceReport& report);

/// "superwarp.advise/1"
Json advice_json(const AdviceReport& report);

}  // namespace superwarp::cli
