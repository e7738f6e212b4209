// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>

#include "sim/cli/json.h"
#include "sim/cli/usage_error.h"
#include "sim/cli/version.h"
#include "sim/draw/csv.h"
#include "sim/files/output_file.h"
#include "tools/sweep/command/sweep_columns.h"
#include "tools/sweep/command/sweep_point.h"
#include "tools/sweep/command/sweep_run.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;

/// A table among files that get their names together.
class TableFile {
 public:
  TableFile(files::OutputFiles& tables, const std::string& name)
      : name_(name), out_(tables.partial(name)) {}

  std::ofstream& out() { return out_; }

  void close() {
    out_.close();
    if (!out_) throw std::runtime_error(name_ + ": cannot write all of it");
  }

 private:
  std::string name_;
  std::ofstream out_;
};

constexpr const char* kWidth = "width";

/// The columns of options. Machines differ in their width even where the space does not name it: it
/// is then that of the machine or of the trace.
std::vector<std::string> option_columns(const sweep::Space& space) {
  std::vector<std::string> options = space.options();
  if (std::find(options.begin(), options.end(), kWidth) == options.end())
    options.emplace_back(kWidth);
  return options;
}

std::vector<SweepColumn> columns_of(const SweepSpace& space, const SweepPlan& plan) {
  const SweepPoint point;
  std::vector<SweepColumn> columns = {
      {"point", "integer", "", "number of the point in the space, from 0 on"}};
  for (const std::string& option : option_columns(space.space))
    columns.push_back(point.column_of(option));
  columns.insert(columns.end(), figure_columns().begin(), figure_columns().end());
  if (plan.costs.wanted())
    columns.insert(columns.end(), cost_columns().begin(), cost_columns().end());
  columns.push_back({"command", "string", "", "the command that repeats the run"});
  return columns;
}

std::string header(const std::vector<SweepColumn>& columns) {
  std::string line;
  for (const SweepColumn& column : columns) line += (line.empty() ? "" : ",") + column.name;
  return line + '\n';
}

std::vector<SweepColumn> impossible_columns() {
  return {{"point", "integer", "", "number of the point in the space"},
          {"options", "string", "", "of the point"},
          {"reason", "string", "", "why the point is impossible"}};
}

std::vector<SweepColumn> failure_columns() {
  return {{"point", "integer", "", "number of the point in the space; of a unit, its first point"},
          {"command", "string", "", "the run or cost command that shows the failure"},
          {"error", "string", "", "its message, with the end of a tool's log"}};
}

/// The reason why a point is impossible; empty if it is possible.
std::string refusal(const sweep::Point& choices, SweepPoint& point) {
  try {
    point.set(choices);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

void write_cells(std::ofstream& out, const Json& figures, const std::vector<SweepColumn>& columns) {
  for (const SweepColumn& column : columns) {
    const auto value = figures.find(column.name);
    out << ',';
    if (value != figures.end() && !value->is_null()) out << value->dump();
  }
}

/// The points with figures, in both formats.
struct Results {
  const SweepPlan& plan;
  std::vector<std::string> options;
  TableFile csv;
  TableFile jsonl;

  /// `line` is the point's line in the store, `json` the same parsed.
  void add(std::uint64_t number, const sweep::Point& choices, const std::string& line,
           const Json& json) {
    std::ofstream& cells = csv.out();
    cells << number;
    for (const std::string& option : options) {
      const auto choice = std::find_if(choices.begin(), choices.end(),
                                       [&](const auto& one) { return one.option == option; });
      cells << ',';
      if (choice != choices.end()) {
        cells << draw::csv_cell(choice->value);
      } else if (option == kWidth) {
        cells << json[kWidth].dump();
      }
    }
    const Json& figures = json["figures"];
    write_cells(cells, figures, figure_columns());
    std::string rest = line.substr(line.find("\"options\""));
    if (plan.costs.wanted()) {
      const auto& cost = plan.costs.units()[plan.unit_of[number]].cost;
      const Json of_unit =
          cost ? unit_figures_json(*cost, figures["requests_per_time_unit"]) : Json(nullptr);
      write_cells(cells, of_unit.is_null() ? Json::object() : of_unit, cost_columns());
      rest.insert(rest.size() - 1, fmt::format(",\"cost\":{}", of_unit.dump()));
    }
    cells << ',' << draw::csv_cell(json["command"]) << '\n';
    jsonl.out() << fmt::format("{{\"point\":{},{}\n", number, rest);
  }
};

/// failures.csv: points and units, in the order of points.
void write_failures(TableFile& file, std::vector<SweepFailure> failures, const SweepCosts& costs) {
  for (const SweepCosts::Unit& unit : costs.units()) {
    if (unit.needed && !unit.cost) failures.push_back({unit.point, unit.command, unit.why_not});
  }
  std::stable_sort(failures.begin(), failures.end(),
                   [](const SweepFailure& a, const SweepFailure& b) { return a.point < b.point; });
  file.out() << header(failure_columns());
  for (const SweepFailure& failure : failures) {
    file.out() << fmt::format("{},{},{}\n", failure.point, draw::csv_cell(failure.command),
                              draw::csv_cell(failure.error));
  }
}

Json fields_json(const std::vector<SweepColumn>& columns) {
  Json fields = Json::array();
  for (const SweepColumn& column : columns) {
    Json field = {{"name", column.name}, {"type", column.type}};
    if (!column.unit.empty()) field["unit"] = column.unit;
    field["description"] = column.meaning;
    fields.push_back(field);
  }
  return fields;
}

/// The schema of the tables as a Data Package (specs.frictionlessdata.io).
Json package_json(const SweepSpace& space, const SweepPlan& plan) {
  Json json = {{"profile", "data-package"}, {"name", "superwarp-sweep"}};
  json["sources"] = Json::array({Json{{"title", space.name}, {"path", "space.toml"}}});
  json["superwarp"] = {{"version", version()}, {"commit", commit()}};
  json["resources"] = Json::array();
  const auto add = [&](const std::string& name, const std::string& title,
                       const std::vector<SweepColumn>& columns) {
    json["resources"].push_back({{"profile", "tabular-data-resource"},
                                 {"name", name},
                                 {"path", name + ".csv"},
                                 {"title", title},
                                 {"encoding", "utf-8"},
                                 {"schema", {{"fields", fields_json(columns)}}}});
  };
  add("results", "a line for each point", columns_of(space, plan));
  add("impossible", "impossible points", impossible_columns());
  add("failures", "points and units that failed", failure_columns());
  json["resources"].push_back(
      {{"profile", "data-resource"},
       {"name", "results-lines"},
       {"path", "results.jsonl"},
       {"title", "results.csv as JSON lines; \"figures\" and \"cost\" have its columns"},
       {"format", "jsonl"},
       {"encoding", "utf-8"}});
  return json;
}

Json sweep_json(const SweepSpace& space, const SweepPlan& plan, const SweepCounts& counts) {
  Json json = result_of("superwarp.sweep/1");
  json["space"] = space.name;
  json["points"] = {{"all", plan.all},
                    {"done", counts.done},
                    {"impossible", counts.impossible},
                    {"failed", counts.failed},
                    {"disagree", counts.disagree}};
  json["cost"] = plan.costs.json();
  json["units"] = Json::object();
  for (const SweepColumn& column : figure_columns()) json["units"][column.name] = column.meaning;
  if (plan.costs.wanted()) {
    for (const SweepColumn& column : cost_columns()) json["units"][column.name] = column.meaning;
  }
  return json;
}

}  // namespace

SweepCounts write_tables(const fs::path& folder, const SweepSpace& space, const SweepPlan& plan,
                         sweep::Store& store, std::vector<SweepFailure> failures) {
  SweepCounts counts;
  counts.failed = failures.size();
  files::OutputFiles tables(folder, "tables");
  Results results{
      plan, option_columns(space.space), {tables, "results.csv"}, {tables, "results.jsonl"}};
  TableFile impossible(tables, "impossible.csv");
  TableFile failed(tables, "failures.csv");
  results.csv.out() << header(columns_of(space, plan));
  impossible.out() << header(impossible_columns());
  SweepPoint point;
  for (std::uint64_t number = 0; number < plan.all; ++number) {
    const sweep::Point choices = space.space.at(number);
    if (space.space.skips(choices)) continue;
    const std::optional<std::string> line = store.line(plan.keys[number]);
    const Json json = line ? Json::parse(*line) : Json::object();
    const std::string reason = line ? json.value("impossible", "") : refusal(choices, point);
    if (!reason.empty()) {
      if (++counts.impossible == 1)
        counts.first_impossible = fmt::format("{}: {}", files::options_of(choices), reason);
      impossible.out() << fmt::format(
          "{},{},{}\n", number, draw::csv_cell(files::options_of(choices)), draw::csv_cell(reason));
      continue;
    }
    if (!line) continue;  // failed
    ++counts.done;
    counts.disagree += json.contains("disagreement") ? 1 : 0;
    results.add(number, choices, *line, json);
  }
  write_failures(failed, std::move(failures), plan.costs);
  for (TableFile* const table : {&results.csv, &results.jsonl, &impossible, &failed})
    table->close();
  tables.commit();
  write_json((folder / "datapackage.json").string(), package_json(space, plan));
  write_json((folder / "sweep.json").string(), sweep_json(space, plan, counts));
  return counts;
}

}  // namespace superwarp::cli
