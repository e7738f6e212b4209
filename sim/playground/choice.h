// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "language/machine.h"
#include "sim/description/object.h"

namespace superwarp::playground {

using Json = nlohmann::ordered_json;

/// The machine of a request, without rows. It has `lanes` threads of a warp unless the request says
/// another width. Throws std::invalid_argument or InputError with what was expected.
Machine read_machine(description::Object form, std::uint32_t lanes);

/// What the page lets users choose: machines, RPUs with their options, mappings.
Json choices();

/// The options that choose `machine` for warps of `lanes` threads: "--machine sdmm --super-warp 4".
std::string options_of(const Machine& machine, std::uint32_t lanes);

}  // namespace superwarp::playground
