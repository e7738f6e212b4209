// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
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

/// The operation and the round of a slot or a dispatch.
struct Tag {
  Op op = Op::kRead;
  std::uint64_t round = 0;
};

/// A grid of requests: columns over banks, or over the lanes of warps.
struct Panel {
  Window columns;
  std::function<std::uint64_t(std::uint64_t)> number;
  std::function<std::optional<Mark>(std::uint64_t, std::uint32_t)> cell;
  std::function<std::optional<Tag>(std::uint64_t)> tag;
};

/// The part of a run that a picture shows: all of it if there is room, else the surroundings of the
/// shown time unit.
struct View {
  Panel queue;   ///< columns of History's queue; the oldest is the last
  Panel stages;  ///< stage - 1
  Panel times;   ///< time unit - 1
  Window rows;   ///< of the banks' contents
  Window banks;
};

/// Refers to `history`.
View view(const History& history, const Room& room);

}  // namespace superwarp::draw
