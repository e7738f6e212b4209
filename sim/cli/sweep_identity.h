// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "sim/cli/sweep_point.h"
#include "sim/sweep/key.h"

namespace superwarp::cli {

/// What a result depends on besides its options: this program, the RTL with its tools, files. Each
/// is read once.
class SweepIdentity {
 public:
  SweepIdentity();

  /// Of `point`, as its options say.
  sweep::Key key_of(const SweepPoint& point, const std::string& options);

  /// Of what `command` makes of the RTL of `config`.
  std::string of_unit(const std::string& command, const sysc::RtlConfig& config);

  /// Of a space's text.
  [[nodiscard]] std::string of_space(const std::string& text) const;

 private:
  const std::string& rtl(const sysc::RtlConfig& config);
  const std::string& file(const std::string& name);

  std::string program_;
  std::map<std::filesystem::path, std::string> rtl_;  ///< by its folder
  std::map<std::string, std::string> files_;          ///< by name
};

}  // namespace superwarp::cli
