// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace superwarp::draw {

/// `text` as well-formed UTF-8 without control characters, '?' in place of each byte that is amiss;
/// plain ASCII where `unicode` is false.
std::string clean(std::string_view text, bool unicode = true);

/// "1 round", "2 rounds"; `many` where the plural is not `one` and an s.
std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

}  // namespace superwarp::draw
