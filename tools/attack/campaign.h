// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/attack/prediction.h"
#include "tools/attack/samples.h"

/// \file
/// The attack on one key, on several keys, and what theory says of it.

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
std::vector<Standing> recover(const Samples& samples, Knowledge knowledge, const std::vector<Banks>& banks,
                              std::uint32_t group, const std::vector<std::uint32_t>& after);

/// The slots of one warp's access by the attacker to these words, numbered from the first one to
/// learn.
using SlotsOf = std::function<std::uint32_t(const std::vector<Address>& words)>;

/// What is known about the bank of word k of row j without the key.
enum class RowRule : std::uint8_t {
  kUnknown,
  kShift,      ///< (r_j + k) mod 32
  kXor,        ///< r_j ^ k
  kLinear,     ///< the same, and r_i ^ r_j = r_(i ^ j)
  kTabulated,  ///< the same, and r_(64i + j) = r_(64i) ^ r_j for j < 64
};

/// The rule of a mapping, which an attacker may know.
RowRule row_rule(const std::string& mapping);

struct LearnedBanks {
  /// By word, up to a permutation of all banks, which does not change slots.
  std::vector<std::uint8_t> banks;
  std::uint32_t accesses = 0;
};

/// Learns where the words of `rows` rows are if the mapping's key stays. The words of row 0 name
/// the banks. Another word has the bank of the one among them with which it takes two slots: five
/// accesses halve the candidates to one. Rows that the rule derives from others need no accesses;
/// then the first row's number must be a multiple of `rows` rounded up to a power of two.
LearnedBanks learn_banks(RowRule rule, std::uint32_t rows, const SlotsOf& slots);

/// The accesses by which an attacker learns the banks of all words of a machine's rows, and the
/// number of words learned wrongly.
struct Learning {
  std::uint32_t accesses = 0;
  std::uint32_t wrong = 0;
};
/// Throws as run() does.
Learning learn(const Machine& machine);

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

/// Calls `progress` with the share of keys that are done. Throws std::invalid_argument for a
/// machine that is not one of banks with 32 threads and 32 banks.
Outcome run(const Campaign& campaign, const std::function<void(double)>& progress = {});

// Theory: what the attack needs if a time is a sum of independent parts, the lookups of uniform
// entries.

/// A lookup of uniform entries by a group of warps.
struct Part {
  double variance = 0;     ///< of its slots
  double correlation = 0;  ///< of its slots and the prediction
};

/// By drawing lookups, on batch machines. `seed` draws the mapping's key as observe() does.
Part part_of(const Victim& victim, Knowledge knowledge, std::uint64_t seed);

/// The correlation of the prediction of one lookup and the time of a launch.
double expected_correlation(const Part& part, const Victim& victim);

/// Launches until all 16 bytes are found for half of the keys, if right guesses have this
/// correlation and wrong ones none, by Fisher's transformation.
double expected_launches(double correlation);

}  // namespace superwarp::attack
