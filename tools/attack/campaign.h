// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tools/attack/recovery.h"

namespace superwarp::attack {

/// The attack on several keys of AES.
struct Campaign {
  Victim victim;
  Knowledge knowledge = Knowledge::kMapping;
  std::uint32_t keys = 30;
  std::uint32_t launches = 4096;  ///< the most
  std::uint64_t seed = 1;
  CheckTime check = {};  ///< sees the time of each launch
};

/// After a number of launches.
struct Success {
  std::uint32_t launches = 0;
  std::uint32_t keys = 0;       ///< of which all 16 bytes are found
  double bytes = 0;             ///< found, mean over the keys
  double guessing_entropy = 0;  ///< mean place of the right byte among 256, from 1

  [[nodiscard]] double rate(std::uint32_t of_keys) const {
    return static_cast<double>(keys) / of_keys;
  }
};

struct Outcome {
  std::vector<Success> after;      ///< numbers of launches, each 2^(1/4) times the one before
  std::uint32_t own_accesses = 0;  ///< by which the attacker learned the banks
  std::string disagreement;        ///< of the first time that Campaign::check found different
  double correlation = 0;          ///< of right guesses and times, mean over bytes and keys
  /// The fewest launches with which all bytes of half of the keys are found, and the range in which
  /// that number lies with 95 % confidence (Wilson's interval for the rate). Empty: more than
  /// tried.
  std::optional<std::uint32_t> half = {};
  std::optional<std::uint32_t> half_low = {};
  std::optional<std::uint32_t> half_high = {};
};

/// The accesses by which an attacker learns the banks of all words of `machine`'s rows, and the
/// number of words learned wrongly.
struct Learning {
  std::uint32_t accesses = 0;
  std::uint32_t wrong = 0;
};
/// Throws as run() does.
Learning learn(const Machine& machine);

/// Calls `progress` with the share of keys that are done. Throws std::invalid_argument for a
/// machine that is not one of banks with 32 threads and 32 banks.
Outcome run(const Campaign& campaign, const std::function<void(double)>& progress = {});

}  // namespace superwarp::attack
