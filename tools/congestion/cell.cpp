// SPDX-License-Identifier: Apache-2.0
#include "tools/congestion/cell.h"

#include <stdexcept>
#include <string>

namespace superwarp::congestion {

void validate(const CongestionCell& cell) {
  const auto refuse = [](const std::string& what) { throw std::invalid_argument("congestion: " + what); };
  if (cell.width < CongestionCell::kMinWidth || cell.width > CongestionCell::kMaxWidth) {
    refuse("width must be 2..256, not " + std::to_string(cell.width));
  }
  if (cell.super_warp < 1 || cell.super_warp > CongestionCell::kMaxSuperWarp) {
    refuse("super warp must be 1..16, not " + std::to_string(cell.super_warp));
  }
  if (cell.size < cell.width || cell.size > CongestionCell::kMaxSize || cell.size % cell.width != 0) {
    refuse("size must be a multiple of the width " + std::to_string(cell.width) + " and at most 2^30, not " +
           std::to_string(cell.size));
  }
}

}  // namespace superwarp::congestion
