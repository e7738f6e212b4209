// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace superwarp::congestion {

/// The numbers of a list like "16,32,64", "1..10" or "1..4,8". Throws std::invalid_argument that
/// names `option` and shows what a list looks like; no list has more than 100,000 numbers.
std::vector<std::uint64_t> number_list(const std::string& option, const std::string& text);

}  // namespace superwarp::congestion
