#pragma once

#include <string>
#include <string_view>

namespace superwarp {

/// `text` as well-formed UTF-8 without control characters, '?' in place of each byte that is amiss;
/// plain ASCII where `unicode` is false.
std::string clean(std::string_view text, bool unicode = true);

}  // namespace superwarp
