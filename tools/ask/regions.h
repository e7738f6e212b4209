// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "tools/ask/answer.h"

namespace superwarp::ask {

/// Should the mapping be on in the regions of a tile (docs/selective-shift.md)?
struct RegionAdvice {
  std::size_t tile = 0;
  double off = 0;  ///< slots of its accesses on the DMM, one execution of each
  double on = 0;   ///< the same with the mapping, in the mean of the keys

  [[nodiscard]] bool wanted() const { return on < off; }
};

/// What is switched on.
inline constexpr const char* kRegionMapping = "h3";

/// For every tile, from the answer's overview of machines; empty without it.
std::vector<RegionAdvice> advise_regions(const Answer& answer);

/// "with --mapping h3 --regions: on for tile (32 slots, 3.2 with it), off for .."
std::string regions_sentence(const Answer& answer);

}  // namespace superwarp::ask
