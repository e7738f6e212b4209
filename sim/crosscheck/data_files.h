// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::crosscheck {

/// The measurements and GPU descriptions that come with the project, by name.
std::vector<std::string> measurement_names();
std::vector<std::string> gpu_names();

/// The file of a name above, or `name` itself where it is a file's (it has a '/' or an ending, or
/// is
/// "-", standard input).
/// Throws std::invalid_argument for an unknown name, with the nearest one.
std::string measurement_file(const std::string& name);
std::string gpu_file(const std::string& name);

/// What reports call the file: its name without folder and ending.
std::string described_name(const std::string& file);

}  // namespace superwarp::crosscheck
