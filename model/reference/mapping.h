// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/machine/mapping.h"
#include "model/machine/program.h"

namespace superwarp::model {

/// The contents of Machine::key.
enum class KeyKind : std::uint8_t {
  kNone,   ///< nothing
  kRows,   ///< a shift r_j for every row j
  kTables  ///< the mapping's tables
};

/// The numbers of banks that a mapping has.
enum BankNumbers : std::uint8_t { kPowerOfTwo, kAnyBanks };

/// A mapping's description for `list` and `--mapping`.
struct MappingInfo {
  std::string name;
  std::string description;  ///< one line
  BankNumbers banks = kPowerOfTwo;
  KeyKind key = KeyKind::kNone;
  std::string rtl = name;  ///< the mapping of rtl/rsu.sv that implements it; empty: none
};

/// All mappings, in display order. There are more of them than names here: a swizzle with any
/// numbers, "swizzle:B,M,S", is one too.
std::vector<MappingInfo> mappings();

/// Throws std::invalid_argument for an unknown name.
MappingInfo mapping_info(const std::string& name);

/// It can serve the regions in which another one is off: it has no key, and words stay in their
/// rows.
bool serves_off(const MappingInfo& mapping);

/// The key of mapping `name`, drawn from `seed` for `rows` rows of `banks` words; empty if the
/// mapping has none. With more rows the key only grows at its end. Throws std::invalid_argument for
/// an unknown name.
std::vector<std::uint32_t> mapping_key(const std::string& name, std::uint64_t seed, std::uint64_t rows,
                                       std::uint32_t banks);

/// Gives `machine` the rows that a program of `words` words needs, unless it has rows, and the key
/// that its mapping draws from its seed, unless it has a key.
void fit(Machine& machine, std::uint64_t words);

/// The same for all memories that `program` needs.
void fit(Machine& machine, const Program& program);

/// Throws std::invalid_argument, with the mappings to use, if `mapping` does not have this number
/// of banks.
void check_banks(const MappingInfo& mapping, std::uint32_t banks);

/// The mapping of `machine`. Throws std::invalid_argument for an unknown name, a number of banks
/// that it does not have, and a bad key: too few entries, an entry that is not below the number of
/// banks, or for rap a block of b rows whose shifts are not a permutation.
std::unique_ptr<Mapping> make_mapping(const Machine& machine);

}  // namespace superwarp::model
