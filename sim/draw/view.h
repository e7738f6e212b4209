// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/draw/history.h"

namespace superwarp::draw {

/// Some places of a long row, ascending; an empty entry stands for all places between its
/// neighbours.
using Window = std::vector<std::optional<std::uint64_t>>;

/// A window of at most `limit` entries on the places 0 to count - 1: as many of `wanted` as fit, in
/// their order, then further places from 0.
Window window(std::uint64_t count, std::uint64_t limit, const std::vector<std::uint64_t>& wanted);

/// The room in a picture.
struct Room {
  std::uint64_t columns = 0;  ///< of the pipeline picture: warps, stages and bank rows together
  std::uint64_t banks = 0;
  std::uint64_t times = 0;  ///< columns of the time diagram
};

/// The part of a run that a picture shows: all of it if there is room, else the surroundings of the
/// shown time unit.
struct View {
  Window queue;   ///< columns of History's queue
  Window stages;  ///< stage - 1
  Window rows;    ///< of the banks' contents
  Window banks;
  Window times;  ///< time unit - 1
};

View view(const History& history, const Room& room);

}  // namespace superwarp::draw
