// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>

#include "sim/cli/json.h"
#include "sim/cli/usage_error.h"
#include "sim/cli/version.h"
#include "sim/draw/table.h"
#include "sim/files/output_file.h"
#include "tools/sweep/command/sweep_run.h"

namespace superwarp::cli {
namespace {

namespace fs = std::filesystem;
using SweepColumns = std::vector<SweepColumn>;

/// A file among those that get their names together.
struct TableFile {
  TableFile(files::OutputFiles& files, const std::string& file) : name(file), out(files.partial(file)) {}

  void close() {
    out.close();
    if (!out) throw std::runtime_error(name + ": cannot write all of it");
  }

  std::string name;
  std::ofstream out;
};

/// A table as CSV, and as a resource of a Data Package.
struct Table : TableFile {
  Table(files::OutputFiles& files, const std::string& table, const char* title, const SweepColumns& columns)
      : TableFile(files, table + ".csv") {
    Json fields = Json::array();
    for (const SweepColumn& column : columns) {
      out << (fields.empty() ? "" : ",") << column.name;
      fields.push_back({{"name", column.name}, {"type", column.type}});
      if (!column.unit.empty()) fields.back()["unit"] = column.unit;
      fields.back()["description"] = column.meaning;
    }
    out << '\n';
    resource = {
        {"profile", "tabular-data-resource"}, {"name", table}, {"path", name}, {"title", title}, {"encoding", "utf-8"},
        {"schema", {{"fields", fields}}}};
  }

  void add(std::uint64_t point, const std::vector<std::string>& cells) {
    out << point;
    for (const std::string& cell : cells) out << ',' << draw::csv_cell(cell);
    out << '\n';
  }

  Json resource;
};

constexpr const char* kWidth = "width";

/// The options with a column. Machines differ in their width even where the space does not name it:
/// it is then that of the machine or of the trace.
std::vector<std::string> options_of(const sweep::Space& space) {
  std::vector<std::string> options = space.options();
  if (std::find(options.begin(), options.end(), kWidth) == options.end()) options.emplace_back(kWidth);
  return options;
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

/// All tables of a sweep.
class Tables {
 public:
  Tables(const fs::path& folder, const SweepSpace& space, const SweepPlan& plan)
      : folder_(folder),
        space_(space),
        plan_(plan),
        options_(options_of(space.space)),
        figures_(columns_of(figure_cells({}))),
        costs_(plan.costs.library() == nullptr ? SweepColumns() : columns_of(cost_cells({}, 0))) {}

  SweepCounts write(sweep::Store& store, std::vector<SweepFailure> failures) {
    SweepCounts counts;
    counts.failed = failures.size();
    SweepPoint point;
    for (std::uint64_t number = 0; number < plan_.all; ++number) {
      const sweep::Point choices = space_.at(number);
      if (space_.space.skips(choices)) continue;
      const std::optional<std::string> line = store.line(plan_.keys[number]);
      const Json json = line ? Json::parse(*line) : Json::object();
      const std::string reason = line ? json.value("impossible", "") : refusal(choices, point);
      if (!reason.empty()) {
        const std::string options = files::options_of(choices);
        if (++counts.impossible == 1) counts.first_impossible = fmt::format("{}: {}", options, reason);
        impossible_.add(number, {options, reason});
      } else if (line) {  // else it failed
        ++counts.done;
        counts.disagree += json.contains("disagreement") ? 1 : 0;
        add(number, choices, *line, json);
      }
    }
    add(std::move(failures));
    for (TableFile* const file : std::initializer_list<TableFile*>{&results_, &lines_, &impossible_, &failures_})
      file->close();
    files_.commit();
    write_json((folder_ / "datapackage.json").string(), package());
    write_json((folder_ / "sweep.json").string(), summary(counts));
    return counts;
  }

 private:
  [[nodiscard]] SweepColumns columns() const {
    const SweepPoint point;
    SweepColumns all = {{"point", "integer", "", "number of the point in the space, from 0 on"}};
    for (const std::string& name : options_) {
      const Option option = point.option(name);
      const char* const type = option.is_flag() ? "boolean" : option.get_type_name() == "UINT" ? "integer" : "string";
      all.push_back({name, type, "", option.get_description()});
    }
    all.insert(all.end(), figures_.begin(), figures_.end());
    all.insert(all.end(), costs_.begin(), costs_.end());
    all.push_back({"command", "string", "", "the command that repeats the run"});
    return all;
  }

  /// A point with figures. `line` is its line in the store, `json` the same parsed.
  void add(std::uint64_t number, const sweep::Point& choices, const std::string& line, const Json& json) {
    std::vector<std::string> cells;
    for (const std::string& option : options_) {
      const auto choice =
          std::find_if(choices.begin(), choices.end(), [&](const auto& one) { return one.option == option; });
      cells.push_back(choice != choices.end() ? choice->value : option == kWidth ? json[kWidth].dump() : "");
    }
    const auto add_figures = [&](const Json& figures, const SweepColumns& columns) {
      for (const SweepColumn& column : columns) {
        const auto value = figures.find(column.name);
        cells.push_back(value == figures.end() || value->is_null() ? "" : value->dump());
      }
    };
    const Json& figures = json["figures"];
    add_figures(figures, figures_);
    std::string rest = line.substr(line.find("\"options\""));
    if (plan_.costs.library() != nullptr) {
      const auto& cost = plan_.costs.units[plan_.unit_of[number]].cost;
      const Json of_unit = cost ? json_of(cost_cells(*cost, figures["requests_per_time_unit"])) : Json(nullptr);
      add_figures(of_unit, costs_);
      rest.insert(rest.size() - 1, fmt::format(",\"cost\":{}", of_unit.dump()));
    }
    cells.push_back(json["command"]);
    results_.add(number, cells);
    lines_.out << fmt::format("{{\"point\":{},{}\n", number, rest);
  }

  /// Points and units that failed, in the order of points.
  void add(std::vector<SweepFailure> failures) {
    for (const SweepCosts::Unit& unit : plan_.costs.units)
      if (unit.without()) failures.push_back({unit.point, unit.command, unit.why_not});
    std::stable_sort(failures.begin(), failures.end(),
                     [](const SweepFailure& a, const SweepFailure& b) { return a.point < b.point; });
    for (const SweepFailure& failure : failures) failures_.add(failure.point, {failure.command, failure.error});
  }

  /// The schema of the tables as a Data Package (specs.frictionlessdata.io).
  [[nodiscard]] Json package() const {
    return {{"profile", "data-package"},
            {"name", "superwarp-sweep"},
            {"sources", Json::array({Json{{"title", space_.name}, {"path", "space.toml"}}})},
            {"superwarp", {{"version", version()}, {"commit", commit()}}},
            {"resources",
             Json::array({results_.resource, impossible_.resource, failures_.resource,
                          Json{{"profile", "data-resource"},
                               {"name", "results-lines"},
                               {"path", "results.jsonl"},
                               {"title", "results.csv as JSON lines; \"figures\" and \"cost\" have its columns"},
                               {"format", "jsonl"},
                               {"encoding", "utf-8"}}})}};
  }

  [[nodiscard]] Json summary(const SweepCounts& counts) const {
    Json json = result_of("superwarp.sweep/1");
    json["space"] = space_.name;
    json["points"] = {{"all", plan_.all},
                      {"done", counts.done},
                      {"impossible", counts.impossible},
                      {"failed", counts.failed},
                      {"disagree", counts.disagree}};
    json["cost"] = plan_.costs.json();
    json["units"] = Json::object();
    for (const SweepColumns* const columns : {&figures_, &costs_})
      for (const SweepColumn& column : *columns) json["units"][column.name] = column.meaning;
    return json;
  }

  const fs::path& folder_;
  const SweepSpace& space_;
  const SweepPlan& plan_;
  std::vector<std::string> options_;
  SweepColumns figures_;
  SweepColumns costs_;
  files::OutputFiles files_{folder_, "tables"};
  Table results_{files_, "results", "a line for each point", columns()};
  TableFile lines_{files_, "results.jsonl"};
  Table impossible_{files_,
                    "impossible",
                    "impossible points",
                    {{"point", "integer", "", "number of the point in the space"},
                     {"options", "string", "", "of the point"},
                     {"reason", "string", "", "why the point is impossible"}}};
  Table failures_{files_,
                  "failures",
                  "points and units that failed",
                  {{"point", "integer", "", "number of the point in the space; of a unit, its first point"},
                   {"command", "string", "", "the run or cost command that shows the failure"},
                   {"error", "string", "", "its message, with the end of a tool's log"}}};
};

}  // namespace

SweepCounts write_tables(const fs::path& folder, const SweepSpace& space, const SweepPlan& plan, sweep::Store& store,
                         std::vector<SweepFailure> failures) {
  return Tables(folder, space, plan).write(store, std::move(failures));
}

}  // namespace superwarp::cli
