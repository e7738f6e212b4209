// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace superwarp::description {

/// Names of the project's own measurements and GPU descriptions.
std::vector<std::string> measurement_names();
std::vector<std::string> gpu_names();

/// The file of one of these names, or `name` itself if it is a file: it contains '/', has an
/// extension, exists, or is "-" (standard input). Throws std::invalid_argument for an unknown name,
/// with the nearest one.
std::string measurement_file(const std::string& name);
std::string gpu_file(const std::string& name);

/// The file's name in reports: without folder and extension.
std::string described_name(const std::string& file);

}  // namespace superwarp::description
