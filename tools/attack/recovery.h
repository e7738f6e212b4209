// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tools/attack/prediction.h"
#include "tools/attack/samples.h"

namespace superwarp::attack {

/// What is known of one key after a number of launches.
struct Standing {
  std::uint32_t launches = 0;
  aes::Round guess = {};  ///< of each byte of the last round's key, the one with most correlation
  /// By byte: guesses that correlate at least as well as the right one; 0: it is found.
  std::array<std::uint16_t, aes::kBytes> rank = {};
  double correlation = 0;  ///< of the right guesses, mean over the bytes

  [[nodiscard]] std::uint32_t bytes_found() const;
};

/// Guesses each byte of the last round's key: the byte for which the predicted lookups correlate
/// best with the times. A standing for each number of launches in `after`, which ascend.
/// `group`: warps whose lookups the machine packs. `banks` are those of each thread block's table,
/// used if the attacker knows them.
std::vector<Standing> recover(const Samples& samples, Knowledge knowledge,
                              const std::vector<Banks>& banks, std::uint32_t group,
                              const std::vector<std::uint32_t>& after);

}  // namespace superwarp::attack
