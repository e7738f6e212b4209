// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/cli/app.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/prepared_run.h"
#include "sim/gpu/description.h"
#include "sim/input/input.h"
#include "sim/run/evaluation.h"
#include "sim/traceg/instruction_report.h"
#include "sim/workload/lower_bounds.h"
#include "tools/congestion/rekeying.h"
#include "tools/cost/cost.h"
#include "tools/sweep/space.h"

namespace superwarp::cli {

/// A column of a table, described for readers that do not have this program.
struct SweepColumn {
  std::string name;
  std::string type;  ///< "integer", "number", "boolean" or "string"
  std::string unit;  ///< empty: none
  std::string meaning;
};

/// What a sweep knows of a point after its run.
struct SweepFinding {
  evaluate::Evaluation evaluation;
  workload::LowerBounds bounds;                         ///< all zero for a trace
  std::optional<congestion::RekeyingSample> rekeyings;  ///< if the point asks for them
  std::optional<traceg::GpuCost> gpu;                   ///< of the GPU that lowers the accesses
};

/// A column with its value in one row, null where it is not known.
struct SweepCell {
  SweepColumn column;
  Json value;
};
using SweepCells = std::vector<SweepCell>;

/// The figures of a point, in the order of their columns.
SweepCells figure_cells(const SweepFinding& found);

/// The figures of the memory unit of a point with this many requests a time unit.
SweepCells cost_cells(const cost::Cost& cost, double requests_per_time_unit);

std::vector<SweepColumn> columns_of(const SweepCells& cells);

/// The values by column name.
Json json_of(const SweepCells& cells);

/// Turns points of a design space into runs, one at a time, with the parsers of `superwarp run` and
/// `replay`. Each thread has its own.
class SweepPoint {
 public:
  SweepPoint();

  /// The options of a point, without dashes.
  [[nodiscard]] std::vector<std::string> known() const { return names_in_file(app_); }

  /// One of them, as `--help` describes it.
  [[nodiscard]] Option option(const std::string& name) const { return app_.get_option("--" + name); }

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
