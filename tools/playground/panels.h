// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "tools/ask/answer.h"

namespace superwarp::playground {

/// A warp and an iteration of the loops; the worst of those that are left open.
struct Place {
  std::optional<std::uint64_t> warp;
  std::optional<std::uint64_t> iteration;
};

/// Lanes x banks of one execution of every instruction there: as it is, with the best padding, and
/// with the best swizzle. What `superwarp ask --svg` draws of the worst. Throws
/// std::invalid_argument if no thread is active there.
ask::Json panels_json(const ask::Answer& answer, const Place& place);

/// Numbers of warps and of iterations that are executed.
std::uint64_t warps_of(const ask::Accesses& accesses);
std::uint64_t iterations_of(const ask::Accesses& accesses);

}  // namespace superwarp::playground
