// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "model/machine/program.h"
#include "sim/cli/app.h"
#include "sim/cli/report.h"

namespace superwarp {
struct Machine;
}

namespace superwarp::cli {

/// The options that choose a workload, unchecked.
struct WorkloadChoice {
  std::string name;
  std::optional<std::uint64_t> size;
  std::optional<std::uint64_t> threads;
  std::uint32_t write_percent = 0;
  std::string permutation;
  std::optional<std::uint64_t> taps;

  /// Declares the options on `command`; name and size are mandatory if `required`.
  void add_to(App& command, bool required);

  /// Throws UsageError unless the name is that of a workload for `machine`.
  void require_known(const Machine& machine) const;

  /// Is any option other than the name given?
  [[nodiscard]] bool any_option() const {
    return size || threads || write_percent != 0 || !permutation.empty() || taps;
  }

  /// Throws UsageError for an unknown name, std::invalid_argument for an impossible size.
  [[nodiscard]] std::unique_ptr<Program> make(const Machine& machine) const;

  /// The time units of `program` on `machine` by formula, if there is one. `program` has blocks of
  /// the program that make() returns.
  [[nodiscard]] std::optional<std::uint64_t> closed_form(const Program& program, const Machine& machine) const;

  /// Describes `program`, blocks of the program that make() returns, for reports.
  [[nodiscard]] Subject subject(const Program& program, const Machine& machine) const;
};

}  // namespace superwarp::cli
