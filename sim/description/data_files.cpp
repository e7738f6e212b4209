// SPDX-License-Identifier: Apache-2.0
#include "sim/description/data_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "model/machine/nearest_name.h"
#include "model/machine/project_dir.h"
#include "sim/files/input_file.h"

namespace superwarp::description {
namespace {

namespace fs = std::filesystem;

struct Collection {
  const char* kind;
  const char* folder;
  const char* every;  ///< callers' word for all names, offered by messages; or null
};
constexpr Collection kMeasurements = {"measurement", "data/measurements", "all"};
constexpr Collection kGpus = {"GPU", "data/gpus", nullptr};
constexpr const char* kEnding = ".json";

fs::path folder_of(const Collection& collection) { return project_dir() / collection.folder; }

std::vector<std::string> names_of(const Collection& collection) {
  std::vector<std::string> names;
  std::error_code none_there;
  for (const auto& entry : fs::directory_iterator(folder_of(collection), none_there)) {
    if (entry.path().extension() == kEnding) names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string file_of(const Collection& collection, const std::string& name) {
  std::vector<std::string> names = names_of(collection);
  if (std::find(names.begin(), names.end(), name) != names.end())
    return (folder_of(collection) / (name + kEnding)).string();
  std::error_code ignored;
  if (name == files::kStandardInput || name.find('/') != std::string::npos || !fs::path(name).extension().empty() ||
      fs::exists(name, ignored)) {
    return name;
  }
  if (collection.every != nullptr) names.emplace_back(collection.every);
  throw std::invalid_argument(fmt::format("unknown {} '{:.60}'{} There are: {}; or a file's name, *{}", collection.kind,
                                          name, did_you_mean(name, names), fmt::join(names, ", "), kEnding));
}

}  // namespace

std::vector<std::string> measurement_names() { return names_of(kMeasurements); }
std::vector<std::string> gpu_names() { return names_of(kGpus); }
std::string measurement_file(const std::string& name) { return file_of(kMeasurements, name); }
std::string gpu_file(const std::string& name) { return file_of(kGpus, name); }

std::string described_name(const std::string& file) {
  return file == files::kStandardInput ? files::input_name(file) : fs::path(file).stem().string();
}

}  // namespace superwarp::description
