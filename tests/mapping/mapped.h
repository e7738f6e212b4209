// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/reference/mapping.h"
#include "tests/units/headers.h"

namespace superwarp::test {

/// The mapping `name` on `rows` rows of `banks` words, with the key that `seed` draws.
std::unique_ptr<Mapping> mapped(const std::string& name, std::uint32_t banks, std::uint64_t rows,
                                std::uint64_t seed = 1);

}  // namespace superwarp::test
