// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace superwarp::report {

using Json = nlohmann::ordered_json;

/// An option or a figure, of all points.
struct Column {
  std::string name;
  std::string group;        ///< what options belong together; figures have none
  std::string unit;         ///< of a figure: what sweep.json says it is
  std::vector<Json> cells;  ///< text of an option, number or truth of a figure; null: none
};

/// A point that has no figures.
struct Refused {
  std::uint64_t point = 0;
  std::string asked;  ///< its options, or the command
  std::string why;
};

/// What `superwarp sweep` left in a folder, when it was done.
struct SweepFolder {  // NOLINT(bugprone-exception-escape): moving JSON does not throw
  Json about;         ///< sweep.json
  std::string space;  ///< space.toml
  std::vector<std::uint64_t> points;
  std::vector<Column> options;
  std::vector<Column> figures;
  std::vector<std::string> commands;
  std::vector<Refused> impossible;
  std::vector<Refused> failed;

  /// nullptr if there is none of that name.
  [[nodiscard]] const Column* option(const std::string& name) const;
  [[nodiscard]] const Column* figure(const std::string& name) const;
};

/// Reads it. Throws trace::InputError or std::runtime_error, with what was expected, for a folder
/// without these files, for tables that are not whole or not of one sweep.
SweepFolder read_sweep(const std::filesystem::path& folder);

}  // namespace superwarp::report
