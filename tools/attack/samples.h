// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/machine/access.h"
#include "model/machine/machine.h"
#include "model/machine/program.h"
#include "sim/aes/cipher.h"
#include "tools/attack/word_counts.h"

namespace superwarp::attack {

/// When the mapping's key is drawn.
enum class Rekey : std::uint8_t {
  kNever,   ///< once, before the first launch
  kLaunch,  ///< for every launch
};

struct Victim {
  Machine machine;               ///< of width 32; it gets its rows and the mapping's key
  std::uint32_t warps = 1;       ///< of a thread block, a multiple of the super warp
  std::uint32_t blocks = 1;      ///< thread blocks of a launch, each with tables of its own
  std::uint32_t neighbours = 0;  ///< resident thread blocks whose ciphertexts are not seen
  bool last_alone = true;        ///< runs the last round alone
  Rekey rekey = Rekey::kNever;
  double noise = 0;  ///< standard deviation of what is added to a time, in time units
};

/// Compares the time of a program on a machine with another engine's: "", or how they differ.
using CheckTime =
    std::function<std::string(const Program&, const Machine&, std::uint64_t time_units)>;

/// What the attacker observes: launches that encrypt random texts of 16 bytes, one a thread, with
/// one key.
struct Samples {
  std::uint32_t texts = 0;         ///< of a launch, equally many a thread block
  std::vector<aes::Block> cipher;  ///< of launch i from i * texts on
  std::vector<double> time;        ///< of each launch, in time units
  aes::Block last_round_key = {};  ///< what the attacker looks for
  /// Of the words of each thread block's T4, if the mapping's key is never drawn again.
  std::vector<Banks> banks;
  Machine machine = {};      ///< of the first launch
  Address t4 = 0;            ///< where the first T4 begins; the others follow
  std::string disagreement;  ///< of the first time that `check` found different; empty: none

  [[nodiscard]] std::uint32_t launches() const { return static_cast<std::uint32_t>(time.size()); }
};

/// The samples of one key of AES, drawn from `seed` like everything else. The times are the
/// reference model's of the workload aes-tables or aes-last-round; `check` sees each of them.
Samples observe(const Victim& victim, std::uint32_t launches, std::uint64_t seed,
                const CheckTime& check = {});

}  // namespace superwarp::attack
