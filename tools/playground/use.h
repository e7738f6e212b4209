// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/ask/answer.h"

namespace superwarp::playground {

/// For each of the best cures the question with it: "change", and the changed "tiles" and
/// "accesses". A cure that cannot be typed into these texts is left out: the changed question is
/// asked, and must have the slots that the cure promises.
ask::Json uses_json(const ask::Question& question, const ask::Answer& answer);

}  // namespace superwarp::playground
