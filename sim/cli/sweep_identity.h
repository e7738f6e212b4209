// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "sim/cli/sweep_point.h"
#include "sim/sweep/key.h"

namespace superwarp::cli {

/// Hashes what a result depends on besides its options: this program, the RTL with its tools, and
/// files. Reads each once.
class SweepIdentity {
 public:
  SweepIdentity();

  /// The key of `point` with these options.
  sweep::Key key_of(const SweepPoint& point, const std::string& options);

  /// A hash of `command` and the RTL of `config`.
  std::string of_unit(const std::string& command, const sysc::RtlConfig& config);

  /// A hash of the text of a space and this program.
  [[nodiscard]] std::string of_space(const std::string& text) const;

 private:
  const std::string& rtl(const sysc::RtlConfig& config);
  const std::string& file(const std::string& name);

  std::string program_;
  std::map<std::filesystem::path, std::string> rtl_;  ///< by folder
  std::map<std::string, std::string> files_;          ///< by name
};

}  // namespace superwarp::cli
