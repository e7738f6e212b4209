#include "sim/crosscheck/data_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "sim/workload/nearest_name.h"

namespace superwarp::crosscheck {
namespace {

namespace fs = std::filesystem;

struct Collection {
  const char* kind;
  const char* folder;
  const char* ending;
  const char* every;  ///< what callers take for all names of it; null: nothing
};
constexpr Collection kMeasurements = {"measurement", "data/measurements", ".json", "all"};
constexpr Collection kGpus = {"GPU", "data/gpus", ".toml", nullptr};

fs::path folder_of(const Collection& collection) {
  return fs::path(SUPERWARP_SOURCE_DIR) / collection.folder;
}

std::vector<std::string> names_of(const Collection& collection) {
  std::vector<std::string> names;
  std::error_code none_there;
  for (const auto& entry : fs::directory_iterator(folder_of(collection), none_there)) {
    if (entry.path().extension() == collection.ending)
      names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string file_of(const Collection& collection, const std::string& name) {
  std::vector<std::string> names = names_of(collection);
  if (std::find(names.begin(), names.end(), name) != names.end())
    return (folder_of(collection) / (name + collection.ending)).string();
  std::error_code ignored;
  if (name.find('/') != std::string::npos || !fs::path(name).extension().empty() ||
      fs::exists(name, ignored)) {
    return name;
  }
  if (collection.every != nullptr) names.emplace_back(collection.every);
  throw std::invalid_argument(
      fmt::format("unknown {} '{:.60}', did you mean '{}'? There are: {}; or a file's name, *{}",
                  collection.kind, name, workload::nearest_name(name, names),
                  fmt::join(names, ", "), collection.ending));
}

}  // namespace

std::vector<std::string> measurement_names() { return names_of(kMeasurements); }
std::vector<std::string> gpu_names() { return names_of(kGpus); }
std::string measurement_file(const std::string& name) { return file_of(kMeasurements, name); }
std::string gpu_file(const std::string& name) { return file_of(kGpus, name); }

}  // namespace superwarp::crosscheck
