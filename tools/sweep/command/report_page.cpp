// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/machine/nearest_name.h"
#include "model/machine/shape.h"
#include "sim/cli/command_files.h"
#include "sim/cli/commands.h"
#include "sim/cli/table_files.h"
#include "sim/cli/usage_error.h"
#include "sim/cli/version.h"
#include "sim/draw/text.h"
#include "sim/files/input_file.h"
#include "sim/files/message.h"
#include "sim/files/output_file.h"
#include "sim/run/model_recording.h"
#include "tools/sweep/command/sweep_point.h"
#include "tools/sweep/report/page.h"
#include "tools/sweep/space.h"

namespace superwarp::cli {
namespace {

struct ReportOptions {
  std::string folder;
  std::string out;
  std::vector<std::uint64_t> maps;
  TableFiles tables;
};

// The size of a map on a page that scrolls, and the number of maps on a page.
constexpr evaluate::RecordingLimits kShownOfRun = {400, 16384};
constexpr std::uint32_t kWidestMap = 128;
constexpr std::size_t kMostMaps = 12;

// The throughput that decides which runs get maps.
constexpr const char* kThroughput = "requests_per_time_unit";

/// Row `row` of the tables as a point of its space.
sweep::Point point_at(const report::SweepFolder& sweep, std::size_t row) {
  sweep::Point point;
  for (const report::Column& column : sweep.options) {
    const report::Json& cell = column.cells[row];
    if (!cell.is_null()) point.push_back({column.name, cell.get<std::string>()});
  }
  return point;
}

/// Sets the groups of the options, as in `run --help`.
void name_groups(report::SweepFolder& sweep, const SweepPoint& point, const std::string& file) {
  const std::vector<std::string> known = point.known();
  for (report::Column& column : sweep.options) {
    if (std::find(known.begin(), known.end(), column.name) == known.end()) {
      throw UsageError(fmt::format("{}:1: the column '{:.40}' is no option of 'superwarp run'{}", file, column.name,
                                   did_you_mean(column.name, known)));
    }
    // A trace is a workload. The width belongs to the hardware that the page compares.
    column.group = column.name == "trace"   ? "Workload"
                   : column.name == "width" ? "Machine"
                                            : point.option(column.name).get_group();
  }
}

/// Adds the number of requests that the memory unit holds in front of its pipeline, which stands
/// for its cost if nothing was synthesised. Unknown if the trace of a point cannot be read.
void add_storage(report::SweepFolder& sweep, SweepPoint& point) {
  report::Column storage;
  storage.name = "places";
  storage.unit =
      "requests that the unit holds in front of its pipeline: s*w, (2s-1)*w if serial, or with "
      "windows D*w";
  std::uint64_t unknown = 0;
  std::string first;
  for (std::size_t row = 0; row < sweep.points.size(); ++row) {
    try {
      point.set(point_at(sweep, row));
      const Machine& machine = point.machine();
      storage.cells.emplace_back(machine.overlaps()
                                     ? std::uint64_t{lane_places(machine)} * machine.width
                                     : std::uint64_t{machine.super_warp + machine.warps_in_turn() - 1} * machine.width);
    } catch (const UsageError& error) {
      if (unknown++ == 0) first = error.what();
      storage.cells.emplace_back(nullptr);
    }
  }
  sweep.figures.push_back(std::move(storage));
  if (unknown == 0) return;
  files::message(
      "superwarp: {} cannot be set up here, so the report has no places for them: "
      "{}\n",
      draw::counted(unknown, "point"), first);
}

/// The slowest and the fastest machine for the work and conditions where they differ most.
std::vector<std::size_t> telling_rows(const report::SweepFolder& sweep) {
  const report::Column* const throughput = sweep.figure(kThroughput);
  if (throughput == nullptr) return {};
  struct Extremes {
    std::size_t slowest;
    std::size_t fastest;
  };
  const auto speed = [&](std::size_t row) { return throughput->cells[row].get<double>(); };
  const auto ratio = [&](const Extremes& of) { return speed(of.fastest) / speed(of.slowest); };
  std::map<std::string, Extremes> of_work;
  std::vector<const Extremes*> in_order;
  for (std::size_t row = 0; row < sweep.points.size(); ++row) {
    if (!throughput->cells[row].is_number() || speed(row) <= 0) continue;
    const auto [found, is_new] = of_work.emplace(sweep.work(row), Extremes{row, row});
    Extremes& extremes = found->second;
    if (is_new) in_order.push_back(&extremes);
    if (speed(row) < speed(extremes.slowest)) extremes.slowest = row;
    if (speed(row) > speed(extremes.fastest)) extremes.fastest = row;
  }
  if (in_order.empty()) return {};
  const Extremes& most = **std::max_element(in_order.begin(), in_order.end(),
                                            [&](const auto* a, const auto* b) { return ratio(*a) < ratio(*b); });
  if (most.slowest == most.fastest) return {most.slowest};
  return {most.slowest, most.fastest};
}

/// The rows of the requested points.
std::vector<std::size_t> rows_of(const report::SweepFolder& sweep, const std::vector<std::uint64_t>& points) {
  std::vector<std::size_t> rows;
  for (const std::uint64_t point : std::set<std::uint64_t>(points.begin(), points.end())) {
    const auto found = std::find(sweep.points.begin(), sweep.points.end(), point);
    if (found == sweep.points.end()) {
      throw UsageError(
          fmt::format("--map {}: no such point has results, expected numbers from the column 'point'", point));
    }
    rows.push_back(static_cast<std::size_t>(found - sweep.points.begin()));
  }
  if (rows.size() > kMostMaps) {
    throw UsageError(fmt::format("--map: {} points, expected at most {}", rows.size(), kMostMaps));
  }
  return rows;
}

/// The map of a row's point, run on the model. Throws UsageError if it would be too large.
report::Json map_of(const report::SweepFolder& sweep, std::size_t row, SweepPoint& point) {
  const std::uint64_t number = sweep.points[row];
  point.set(point_at(sweep, row));
  const PreparedRun prepared = point.prepared();
  const Machine& machine = prepared.machine;
  if (machine.hierarchy) {
    throw UsageError(fmt::format("point {}: a map is of one memory, this machine has {}; 'superwarp draw' shows all",
                                 number, machine.memories()));
  }
  if (machine.width > kWidestMap) {
    throw UsageError(
        fmt::format("point {}: a map shows at most {} banks, this machine has {}", number, kWidestMap, machine.width));
  }
  evaluate::ModelRecording run = evaluate::record_model(*prepared.program, machine, kShownOfRun);
  draw::Scene scene;
  scene.machine = machine;
  scene.title = files::options_of(point_at(sweep, row));
  scene.time_units = run.time_units;
  scene.units = std::move(run.recording.units);
  scene.dispatches = std::move(run.recording.dispatches);
  scene.accepted = std::move(run.recording.accepted);
  return report::run_map(scene, number, run.whole);
}

std::vector<report::Json> maps_of(const report::SweepFolder& sweep, const std::vector<std::uint64_t>& asked,
                                  SweepPoint& point) {
  std::vector<report::Json> maps;
  for (const std::size_t row : asked.empty() ? telling_rows(sweep) : rows_of(sweep, asked)) {
    try {
      maps.push_back(map_of(sweep, row, point));
    } catch (const UsageError& error) {
      if (!asked.empty()) throw;
      files::message("superwarp: the report has no map of point {}: {}\n", sweep.points[row], error.what());
    }
  }
  return maps;
}

int make_report(const ReportOptions& options) {
  namespace fs = std::filesystem;
  const fs::path folder = options.folder;
  report::SweepFolder sweep = report::read_sweep(folder);
  const std::string out = options.out.empty() ? default_page(options.folder) : options.out;
  SweepPoint point;
  name_groups(sweep, point, folder / "results.csv");
  add_storage(sweep, point);
  report::PageFacts facts;
  // The folder keeps a copy of the space, also of one from standard input.
  std::string space = sweep.about["space"];
  if (space == files::input_name(files::kStandardInput)) space = folder / "space.toml";
  facts.title = fs::path(space).filename();
  facts.command = fmt::format("superwarp sweep {} --out {}", files::quoted(space), files::quoted(options.folder));
  facts.version = version();
  facts.commit = commit();
  facts.maps = maps_of(sweep, options.maps, point);
  if (options.tables.any()) {
    options.tables.write(report::machine_table(sweep, facts.title));
    if (options.tables.to_stdout()) return 0;
  }
  const std::string text = report::page(sweep, facts);
  files::write_file(out, text);
  if (out == "-") return 0;
  constexpr double kMega = 1e6;
  fmt::print("{}: {}, {}, {:.1f} MB\n", out, draw::counted(sweep.points.size(), "point"),
             draw::counted(facts.maps.size(), "map"), static_cast<double>(text.size()) / kMega);
  return 0;
}

Command add_report(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("report", "write the results of a sweep as one HTML file that works offline");
  const auto options = std::make_shared<ReportOptions>();
  app->add_option("folder", options->folder, "the folder of 'superwarp sweep --out'").required();
  app->add_option("--out", options->out, "the file to write (default: report.html in the folder)");
  app->add_option("--map", options->maps,
                  "show what the banks do in the first time units of these points, N,N,... "
                  "(default: the slowest and the fastest machine where they differ most)")
      .delimiter(',')
      .allow_extra_args(false);
  options->tables.add_to(*app, "Tables of kernels x machines ('-': standard output, nothing else there)");
  app->footer(
      "Example:\n  superwarp sweep examples/sweep.toml --out /tmp/sweep && superwarp report "
      "/tmp/sweep");
  return {app, [options] { return make_report(*options); }};
}

const AddCommand kAddReport(180, add_report);

}  // namespace
}  // namespace superwarp::cli
