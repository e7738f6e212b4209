// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace superwarp::cost {

/// Writes a whole file. Throws std::runtime_error if it cannot.
void write_text(const std::filesystem::path& file, const std::string& text);

/// What keep() wrote to `file`; nullopt if there is none, or one that was changed since. Throws
/// std::runtime_error if other users may write it.
std::optional<std::string> kept(const std::filesystem::path& file);

/// Keeps `text` in `file`, with a seal, whole or not at all. `scratch`: a folder in the same file
/// system.
void keep(const std::filesystem::path& file, const std::string& text,
          const std::filesystem::path& scratch);

}  // namespace superwarp::cost
