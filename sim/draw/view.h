// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/draw/history.h"

namespace superwarp::draw {

/// Some places of a long row of them, ascending; an empty entry stands for all between its
/// neighbours.
using Window = std::vector<std::optional<std::uint64_t>>;

/// A window of at most `limit` entries on the places 0 .. count - 1: as many of `wanted` as fit,
/// the first ones first, then from the front.
Window window(std::uint64_t count, std::uint64_t limit, const std::vector<std::uint64_t>& wanted);

/// How much a picture has room for.
struct Room {
  std::uint64_t columns =
      0;  ///< of the pipeline picture: warps, stages and rows of the banks together
  std::uint64_t banks = 0;
  std::uint64_t times = 0;  ///< columns of the time diagram
};

/// Which part of a run a picture shows: all of it where there is room, else what matters around the
/// time unit shown.
struct View {
  Window queue;   ///< columns of History's queue
  Window stages;  ///< stage - 1
  Window rows;    ///< of the banks' contents
  Window banks;
  Window times;  ///< time unit - 1
};

View view(const History& history, const Room& room);

}  // namespace superwarp::draw
