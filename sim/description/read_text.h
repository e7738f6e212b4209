#pragma once

#include <string>

namespace superwarp::description {

/// All of a text file. Throws InputError if it cannot be read or has more than 64 MiB, which no
/// description has.
std::string read_text(const std::string& file);

}  // namespace superwarp::description
