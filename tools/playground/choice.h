// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace superwarp::playground {

using Json = nlohmann::ordered_json;

/// What the page lets users choose: machines, RPUs with their options, mappings, workloads and
/// permutations.
Json choices();

}  // namespace superwarp::playground
