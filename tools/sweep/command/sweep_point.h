// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/app.h"
#include "sim/cli/common_options.h"
#include "sim/cli/prepared_run.h"
#include "sim/gpu/description.h"
#include "sim/input/input.h"
#include "sim/run/evaluation.h"
#include "tools/sweep/command/sweep_columns.h"
#include "tools/sweep/space.h"

namespace superwarp::cli {

/// Turns points of a design space into runs, one at a time, with the parsers of `superwarp run` and
/// `replay`. Each thread has its own.
class SweepPoint {
 public:
  SweepPoint();

  /// The options of a point, without dashes.
  [[nodiscard]] std::vector<std::string> known() const { return names_in_file(app_); }

  /// One of them, as `--help` describes it.
  [[nodiscard]] Option option(const std::string& name) const {
    return app_.get_option("--" + name);
  }

  /// Becomes this point. Throws UsageError for what `run` would refuse at once.
  void set(const sweep::Point& point);

  /// The command that repeats the run: "superwarp run --workload ..".
  [[nodiscard]] std::string command() const;
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const evaluate::Engines& engines() const { return engines_; }
  [[nodiscard]] const MachineOptions& options() const { return options_.machine; }

  /// The run that this point describes. Throws like run().
  [[nodiscard]] PreparedRun prepared() const;

  /// The RTL unit of the run, and the command that compiles it. Throws like run().
  [[nodiscard]] std::pair<std::string, sysc::RtlConfig> build() const;

  /// Runs the point. Throws UsageError or std::invalid_argument if work and machine do not fit.
  SweepFinding run(evaluate::Evaluator& evaluator);

 private:
  struct Options {
    WorkloadChoice workload;
    MachineOptions machine;
    std::string trace;
    std::string gpu;
    std::uint64_t rekeyings = 0;
  };

  void require_one_source() const;
  [[nodiscard]] const gpu::Description* rules() const { return gpu_ ? &*gpu_ : nullptr; }

  App app_;
  Options options_;
  std::string run_options_;  ///< those that `run` and `replay` take
  Machine machine_;
  evaluate::Engines engines_;
  std::string trace_name_;  ///< of trace_
  std::optional<input::Input> trace_;
  std::optional<gpu::Description> gpu_;  ///< its rules lower the accesses
};

}  // namespace superwarp::cli
