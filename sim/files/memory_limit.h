// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace superwarp::files {

/// Throws std::runtime_error if `what` needs more than $SUPERWARP_MEMORY GiB (default 2). This
/// guards against mistyped sizes and endless inputs.
void require_memory(std::uint64_t bytes, const std::string& what);

}  // namespace superwarp::files
