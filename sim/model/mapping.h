// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "language/mapping.h"
#include "language/program.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::model {

/// What Machine::key holds for a mapping.
enum class KeyKind : std::uint8_t {
  kNone,   ///< nothing
  kRows,   ///< a shift r_j for every row j
  kTables  ///< what its tables hold
};

/// What `list` and `--mapping` know of a mapping.
struct MappingInfo {
  std::string name;
  std::string description;  ///< one line
  KeyKind key = KeyKind::kNone;
  std::string rtl = name;  ///< the mapping of rtl/rsu.sv that is this one; empty: there is none
};

/// All mappings, in the order to show them.
std::vector<MappingInfo> mappings();

/// What is known of the mapping `name`. Throws std::invalid_argument for an unknown one.
MappingInfo mapping_info(const std::string& name);

/// The key that mapping `name` draws from `seed` for `rows` rows of `width` words; empty if it has
/// none. More rows of the same seed begin with the same key. Throws std::invalid_argument for an
/// unknown name.
std::vector<std::uint32_t> mapping_key(const std::string& name, std::uint64_t seed,
                                       std::uint64_t rows, std::uint32_t width);

/// Gives `machine` the memory that a program of `words` words needs: rows where it has none, and
/// where it has no key the one that its mapping draws from its seed.
void fit(Machine& machine, std::uint64_t words);

/// The same for all memories of `machine`, for `program`.
void fit(Machine& machine, const Program& program);

/// The mapping that `machine` names. Throws std::invalid_argument for an unknown name, a width that
/// is no power of two, and a key that does not fit: fewer entries than the rows need, an entry that
/// is not below the width, or for rap a block of w rows whose shifts are no permutation.
std::unique_ptr<Mapping> make_mapping(const Machine& machine);

}  // namespace superwarp::model
