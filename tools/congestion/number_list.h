// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace superwarp::congestion {

/// The numbers of a list such as "16,32,64", "1..10" or "1..4,8", at most 100,000. Throws
/// std::invalid_argument that names `option` and shows an example.
std::vector<std::uint64_t> number_list(const std::string& option, const std::string& text);

}  // namespace superwarp::congestion
