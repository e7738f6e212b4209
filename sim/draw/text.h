// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace superwarp::draw {

/// `text` as well-formed UTF-8 without control characters; '?' replaces every other byte. Plain
/// ASCII if `unicode` is false.
std::string clean(std::string_view text, bool unicode = true);

/// `text` with &, <, > and " as XML entities.
std::string escaped(std::string text);

/// "1 round", "2 rounds"; `many` is a plural that does not just add an s.
std::string counted(std::uint64_t count, std::string_view one, std::string_view many = {});

/// `text` in lines of at most `width` characters, indented by `indent` blanks.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width);

/// A relative error in per cent, with its sign: "+1.5 %".
std::string percent(double share);

}  // namespace superwarp::draw
