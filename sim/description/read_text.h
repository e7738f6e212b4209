#pragma once

#include <string>

namespace superwarp {

/// All of a text file. Throws InputError if it cannot be read or has more than 64 MiB, which no
/// description has.
std::string read_text(const std::string& file);

}  // namespace superwarp
