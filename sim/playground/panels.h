// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/ask/answer_json.h"

namespace superwarp::playground {

/// Lanes x banks of the worst execution of every instruction: as it is, with the best padding, and
/// with the best swizzle. What `superwarp ask --svg` draws.
ask::Json panels_json(const ask::Answer& answer);

}  // namespace superwarp::playground
