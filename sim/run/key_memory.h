// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace superwarp {
struct Machine;
}

namespace superwarp::evaluate {

/// Bytes of an entry of a mapping's key, which is kept twice: as a number and as the mapping stores
/// it.
inline constexpr std::uint64_t kKeyEntryBytes = 2 * sizeof(std::uint32_t);

/// Throws std::runtime_error if a memory of `words` words on `machine` needs a key of more than
/// files::require_memory() allows. Call it before the key is made.
void require_key_memory(const Machine& machine, std::uint64_t words);

}  // namespace superwarp::evaluate
