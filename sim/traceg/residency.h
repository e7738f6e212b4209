// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "sim/traceg/header.h"

namespace superwarp::traceg {

/// How many blocks a multiprocessor holds, and what limits them.
struct Residency {
  std::uint64_t blocks = 0;
  const char* limit = "";
};

/// By the multiprocessor of the kernel's -binary version in data/multiprocessors.json, and the
/// block's threads, registers and shared memory; nullopt if the header lacks them. Throws
/// InputError for a bad file.
std::optional<Residency> residency_of(const Header& header);

}  // namespace superwarp::traceg
