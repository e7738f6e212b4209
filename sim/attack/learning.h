// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/attack/word_set.h"

namespace superwarp::attack {

/// The slots of an access of the attacker's own to these entries of the table, by one warp.
using SlotsOf = std::function<std::uint32_t(const std::vector<std::uint8_t>& entries)>;

/// How the banks of a row's words follow from that of its first one.
enum class RowRule : std::uint8_t {
  kUnknown,
  kShift,  ///< (r + k) mod 32
  kXor,    ///< r ^ k
};

/// That of a mapping, as an attacker may read it in the machine's documentation.
RowRule row_rule(const std::string& mapping);

struct LearnedBanks {
  Banks banks = {};  ///< up to a permutation of all banks, which changes no number of slots
  std::uint32_t accesses = 0;
};

/// Learns where the words of a table are if the mapping's key stays. The words of row 0 name the
/// banks. Another word has the bank of the one among them with which it takes two slots: five
/// accesses halve the candidates to one.
LearnedBanks learn_banks(RowRule rule, const SlotsOf& slots);

}  // namespace superwarp::attack
