#pragma once

#include <cstdint>
#include <vector>

#include "sim/reproduce/claim.h"
#include "sim/reproduce/laboratory.h"

/// \file
/// Claims that a figure makes by drawing the slots of one run.

namespace superwarp::reproduce {

/// What a figure shows: congestion of each dispatch and time units.
struct Picture {
  std::vector<std::uint32_t> congestion;
  std::uint64_t time_units = 0;

  [[nodiscard]] Figure figure() const {
    return {{"congestion", congestion}, {"time_units", time_units}};
  }
};

bool operator==(const Picture& a, const Picture& b);

/// The picture of one round with this congestion: their sum + latency - 1 time units.
Picture picture_of(std::vector<std::uint32_t> congestion, std::uint32_t latency);

/// Holds if model and RTL fill the slots of `program` on `machine` as `printed`.
Finding check_picture(Laboratory& laboratory, const Program& program, const Machine& machine,
                      const Picture& printed);

}  // namespace superwarp::reproduce
