// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

#include "tools/ask/answer.h"

namespace superwarp::ask {

/// JSON whose keys keep their order.
using Json = nlohmann::ordered_json;

/// The members of superwarp.ask/1 that describe the accesses (docs/spec/ask.md, "JSON").
Json answer_json(const Answer& answer);

}  // namespace superwarp::ask
