// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/sweep_columns.h"
#include "sim/cli/workload_options.h"
#include "sim/evaluate/evaluation.h"
#include "sim/sweep/space.h"
#include "sim/trace/trace.h"

namespace superwarp::cli {

/// A parser for one point after another: CLI11's own keeps the order of all options that it ever
/// read, which grows with every point.
class PointParser : public CLI::App {
 public:
  void read(std::vector<std::string>& arguments) {
    parse_order_.clear();
    parse(arguments);
  }
};

/// Turns points of a design space into runs, one at a time: what `superwarp run` or `replay` takes
/// on its command line, by the same parsers. One for each thread.
class SweepPoint {
 public:
  SweepPoint();

  /// The options that a point may have, without dashes.
  [[nodiscard]] std::vector<std::string> known() const;

  /// Where `--help` puts such an option: "Workload", "Machine", ..
  [[nodiscard]] std::string group(const std::string& option) const;

  /// The column that has the values of one of them.
  [[nodiscard]] SweepColumn column_of(const std::string& option) const;

  /// From here on it is this point. Throws UsageError for what `run` would refuse at once.
  void set(const sweep::Point& point);

  /// "superwarp run --workload .."
  [[nodiscard]] std::string command() const;
  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] const evaluate::Engines& engines() const { return engines_; }
  [[nodiscard]] const MachineOptions& options() const { return options_.machine; }

  /// Files whose content the result depends on.
  [[nodiscard]] std::vector<std::string> files() const;

  /// Calls `use` with its program and its machine, whose memory fits. Throws as run() does.
  void with_program(const std::function<void(const Program&, const Machine&)>& use) const;

  /// The RTL that it runs on. Throws like run().
  [[nodiscard]] sysc::RtlConfig unit();

  /// The command that compiles that.
  [[nodiscard]] std::string build_command(const sysc::RtlConfig& unit) const;

  /// Runs it. Throws UsageError or std::invalid_argument where work and machine do not fit.
  evaluate::Evaluation run(evaluate::Evaluator& evaluator);

 private:
  struct Options {
    WorkloadChoice workload;
    MachineOptions machine;
    std::string trace;
  };

  PointParser app_;
  Options options_;
  std::string text_;
  Machine machine_;
  evaluate::Engines engines_;
  std::string trace_name_;  ///< of the trace that was read last
  std::optional<trace::Trace> trace_;
};

}  // namespace superwarp::cli
