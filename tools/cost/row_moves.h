// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tools/cost/legal_rows.h"

namespace superwarp::cost {

/// Lets cells go to gaps, and those that fit each other's room, and neighbours, change places: at
/// a low temperature first, then as long as wires get shorter. Rows stay legal. Tries
/// `moves` times as many as usual.
void improve(const PlacementTask& task, LegalRows& rows, std::uint64_t seed, std::uint32_t moves);

}  // namespace superwarp::cost
