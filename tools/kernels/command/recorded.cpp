// SPDX-License-Identifier: Apache-2.0
#include "tools/kernels/command/recorded.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "sim/cli/usage_error.h"
#include "sim/draw/table.h"

namespace superwarp::cli {

std::vector<ToldDefect> told_defects(const record::Program& program, const record::Execution& execution) {
  std::set<std::string> told;
  std::vector<ToldDefect> all;
  for (const record::LaunchFacts& launch : execution.launches) {
    std::vector<std::uint64_t> pcs;
    for (const record::Defect& defect : launch.defects) {
      pcs.push_back(defect.pc);
      pcs.push_back(defect.other);
    }
    if (pcs.empty()) continue;
    const auto places = program.places(pcs);
    const auto name = [&](std::uint64_t pc) { return record::place_name(places, pc); };
    for (const record::Defect& defect : launch.defects) {
      std::string text;
      if (defect.kind == "race") {
        text = fmt::format(
            "data race with {}: two warps access one word of shared memory with no barrier between "
            "them, and one writes",
            name(defect.other));
      } else if (defect.kind == "bounds") {
        text = "access outside every array in shared memory";
      } else {
        text = fmt::format("some threads of the block wait at this barrier, others at {}", name(defect.other));
      }
      const std::string place = name(defect.pc);
      if (told.insert(place + text).second) all.push_back({defect.kind, place, text, launch.kernel, defect.thread});
    }
  }
  return all;
}

void require_watched(const record::Execution& execution) {
  constexpr std::uint64_t kShown = 20;
  std::string text = "--kernels, --launches and --only-blocks select nothing. There are:\n";
  for (const record::LaunchFacts& launch : execution.launches) {
    if (launch.blocks > 0) return;
    if (launch.number <= kShown)
      text += fmt::format("  launch {}: {}, grid ({}), block ({})\n", launch.number, launch.kernel, launch.grid,
                          launch.block);
  }
  if (execution.launches.size() > kShown) text += fmt::format("  and {} more\n", execution.launches.size() - kShown);
  text.pop_back();
  throw UsageError(text);
}

std::string launches_table(const record::Execution& execution, const char* looked_at) {
  struct Row {
    std::uint64_t launches = 0;
    std::uint64_t watched = 0;
    std::uint64_t blocks = 0;
    std::set<std::string> skipped;
  };
  std::map<std::string, Row> rows;
  for (const record::LaunchFacts& launch : execution.launches) {
    Row& row = rows[fmt::format("{}, grid ({}), block ({})", launch.kernel, launch.grid, launch.block)];
    ++row.launches;
    row.blocks += launch.blocks;
    row.watched += launch.blocks > 0 ? 1 : 0;
    row.skipped.insert(launch.skipped.begin(), launch.skipped.end());
  }
  const std::map<std::string, std::string> why = {{"selection", "--only-blocks, --kernels and --launches select"},
                                                  {"repeat", "--repeats limits equal launches"},
                                                  {"full", "--megabytes limits the whole"}};
  std::string text;
  for (const auto& [name, row] : rows) {
    text += fmt::format("  {}: {} launch{}, {} {}, {} blocks", name, row.launches, row.launches == 1 ? "" : "es",
                        row.watched, looked_at, row.blocks);
    for (const std::string& reason : row.skipped) text += "; " + why.at(reason);
    text += "\n";
  }
  return text;
}

std::string sectors_table(const std::vector<lines::LineCost>& costs) {
  constexpr std::size_t kShown = 12;
  if (costs.empty()) return "";
  draw::Table table({"accesses:>12", "sectors:>12", "each:>10.2f", "/ideal:>8.2f", "line:  <1"});
  for (std::size_t i = 0; i < costs.size() && i < kShown; ++i) {
    const lines::LineCost& line = costs[i];
    table.add({line.accesses, line.slots, static_cast<double>(line.slots) / static_cast<double>(line.accesses),
               line.over_ideal(), line.place()},
              fmt::format("{:.60}", line.text));
  }
  if (costs.size() > kShown) table.add({}, fmt::format("and {} more lines", costs.size() - kShown));
  return "\nglobal memory, in sectors of 32 bytes\n" + table.text();
}

Json line_json(const lines::LineCost& line, const char* unit) {
  Json json = {{"kernel", line.kernel}, {"file", or_null(line.file)},     {"line", line.line},
               {"source", line.text},   {"accesses", line.accesses},      {unit, line.slots},
               {"ideal", line.ideal},   {"over_ideal", line.over_ideal()}};
  if (line.assumed) json["evidence"] = "assumed";
  return json;
}

Json lines_json(const std::vector<lines::LineCost>& costs, const char* unit) {
  Json all = Json::array();
  for (const lines::LineCost& line : costs) all.push_back(line_json(line, unit));
  return all;
}

Json recorded_json(const record::Execution& execution, const std::vector<ToldDefect>& defects,
                   const std::vector<std::filesystem::path>& traces, const std::vector<lines::LineCost>& shared,
                   const std::vector<lines::LineCost>& global) {
  Json json = result_of("superwarp.record/1");
  json["status"] = execution.status;
  json["lock_step"] = execution.lock_step;
  json["refused"] = execution.refused;
  json["launches"] = Json::array();
  std::size_t next = 0;
  for (const record::LaunchFacts& launch : execution.launches) {
    const bool recorded = !launch.body.empty() && next < traces.size();
    json["launches"].push_back({{"number", launch.number},
                                {"kernel", launch.kernel},
                                {"grid", launch.grid},
                                {"block", launch.block},
                                {"blocks", launch.blocks},
                                {"shared_bytes", launch.shared_bytes},
                                {"left_out", launch.skipped},
                                {"trace", recorded ? Json(traces[next].string()) : Json(nullptr)}});
    next += recorded ? 1 : 0;
  }
  json["defects"] = Json::array();
  for (const auto& [kind, place, text, kernel, thread] : defects)
    json["defects"].push_back(
        {{"kind", kind}, {"place", place}, {"text", text}, {"kernel", kernel}, {"thread", thread}});
  json["lines"] = lines_json(shared, "slots");
  json["global_lines"] = lines_json(global, "sectors");
  return json;
}

}  // namespace superwarp::cli
