// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "sim/files/input_file.h"
#include "sim/trace/input_error.h"

namespace superwarp::trace {

/// Returns read(in, name) for the file `path` ("-" is standard input), which messages call `name`.
/// Throws InputError also if it cannot be opened or read, or is longer than `longest`.
template <class Read>
auto read_file(const std::string& path, Read read, std::uint64_t longest = files::kLongestText) {
  const std::string name = files::input_name(path);
  try {
    files::InputFile in(path, longest);
    return read(in, name);
  } catch (const InputError&) {
    throw;
  } catch (const std::runtime_error& error) {
    throw InputError(name, 0, error.what());
  }
}

}  // namespace superwarp::trace
