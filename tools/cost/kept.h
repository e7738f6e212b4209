// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace superwarp::cost {

/// A digest of these texts, in their order.
std::string hash_of(const std::vector<std::string>& texts);

/// Processor time of this thread.
double seconds_of_this_thread();

/// Writes a whole file. Throws std::runtime_error if it cannot.
void write_text(const std::filesystem::path& file, const std::string& text);

/// What is kept in `file` with a seal. If there is nothing, or what was changed since, `make` makes
/// it, and all of it is kept or nothing. `scratch`: a folder in the same file system. Throws
/// std::runtime_error if other users may write `file`.
std::string kept(const std::filesystem::path& file, const std::filesystem::path& scratch,
                 const std::function<std::string()>& make);

}  // namespace superwarp::cost
