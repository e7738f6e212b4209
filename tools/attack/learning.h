// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "model/machine/access.h"

namespace superwarp::attack {

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

}  // namespace superwarp::attack
