// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include "tools/playground/subject.h"

namespace superwarp::playground {

using Json = nlohmann::ordered_json;

/// Slots and time units of `subject` on every machine of the overview (ask::all_machines) under the
/// conditions of `chosen`, with `keys` random keys each: "options", "slots", "time_units", "keys".
/// A machine that does not take it has "error" instead. Empty for a hierarchical machine.
Json machines_json(const Subject& subject, const Chosen& chosen, std::uint32_t keys);

}  // namespace superwarp::playground
