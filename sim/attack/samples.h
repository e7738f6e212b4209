// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "language/access.h"
#include "language/machine.h"
#include "sim/aes/cipher.h"
#include "sim/attack/word_set.h"

namespace superwarp::attack {

/// When the mapping's key is drawn.
enum class Rekey : std::uint8_t {
  kNever,   ///< once, before the first launch
  kLaunch,  ///< for every launch
};

struct Victim {
  Machine machine;          ///< of width 32; it gets its rows and the mapping's key
  std::uint32_t warps = 1;  ///< of a launch, a multiple of the super warp
  bool last_alone = true;   ///< runs the last round alone
  Rekey rekey = Rekey::kNever;
  double noise = 0;  ///< standard deviation of what is added to a time, in time units
};

/// What the attacker observes: launches that encrypt random blocks, one a thread, with one key.
struct Samples {
  std::uint32_t blocks = 0;        ///< of a launch
  std::vector<aes::Block> cipher;  ///< of launch i from i * blocks on
  std::vector<double> time;        ///< of each launch, in time units
  aes::Block last_round_key = {};  ///< what the attacker looks for
  Banks banks = {};      ///< of the words of T4, if the mapping's key is never drawn again
  Machine machine = {};  ///< of the first launch
  Address t4 = 0;        ///< where T4 begins

  [[nodiscard]] std::uint32_t launches() const { return static_cast<std::uint32_t>(time.size()); }
};

/// The samples of one key of AES, drawn from `seed` like everything else. The times are the
/// reference model's of the workload aes-tables or aes-last-round.
Samples observe(const Victim& victim, std::uint32_t launches, std::uint64_t seed);

}  // namespace superwarp::attack
