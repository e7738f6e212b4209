#pragma once

#include <string>
#include <vector>

namespace superwarp::crosscheck {

/// The measurements and GPU descriptions that come with the project, by name.
std::vector<std::string> measurement_names();
std::vector<std::string> gpu_names();

/// The file of a name above, or `name` itself where it is a file's (it has a '/' or an ending).
/// Throws std::invalid_argument for an unknown name, with the nearest one.
std::string measurement_file(const std::string& name);
std::string gpu_file(const std::string& name);

}  // namespace superwarp::crosscheck
