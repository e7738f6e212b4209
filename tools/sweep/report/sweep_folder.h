// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace superwarp::report {

using Json = nlohmann::ordered_json;

/// An option or a figure, for all points.
struct Column {
  std::string name;
  std::string group;        ///< of an option, as in --help
  std::string unit;         ///< of a figure, from sweep.json
  std::vector<Json> cells;  ///< text of an option, number or boolean of a figure; null: none
};

/// A point without figures.
struct Refused {
  std::uint64_t point = 0;
  std::string asked;  ///< its options, or the command
  std::string why;
};

/// The folder of a complete `superwarp sweep`.
struct SweepFolder {  // NOLINT(bugprone-exception-escape): moving JSON does not throw
  Json about;         ///< sweep.json
  std::string space;  ///< space.toml
  std::vector<std::uint64_t> points;
  std::vector<Column> options;
  std::vector<Column> figures;
  std::vector<std::string> commands;
  std::vector<Refused> impossible;
  std::vector<Refused> failed;

  /// The figure of that name, or nullptr.
  [[nodiscard]] const Column* figure(const std::string& name) const;

  /// What a row ran, and under which conditions: its options but those of the machine and engines.
  [[nodiscard]] std::string work(std::size_t row) const;
};

/// Reads a folder. Throws trace::InputError or std::runtime_error, with what was expected, if files
/// are missing, tables are incomplete, or files belong to different sweeps.
SweepFolder read_sweep(const std::filesystem::path& folder);

}  // namespace superwarp::report
