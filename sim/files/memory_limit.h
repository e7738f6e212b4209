// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace superwarp::files {

/// Throws std::runtime_error if `what` takes more than $SUPERWARP_MEMORY GiB, 2 unless set: large
/// numbers and endless inputs are typed sooner than a machine has the memory for them.
void require_memory(std::uint64_t bytes, const std::string& what);

}  // namespace superwarp::files
