// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/read_reports.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "sim/files/pattern.h"
#include "tools/cost/recipe.h"

namespace superwarp::cost {
namespace {

/// The text between two lines that timing_script() prints.
std::string section(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from + "\n");
  const std::size_t end = text.find(to + "\n", begin);
  if (begin == std::string::npos || end == std::string::npos)
    throw std::runtime_error("OpenSTA: it stopped before its end:\n" + text.substr(0, 2000));
  return text.substr(begin + from.size() + 1, end - begin - from.size() - 1);
}

/// Unit and name of a cell: "gen_batch.u_rpu.gen_tree.u_select.cell_7" is cell_7 in rpu.select.
std::pair<std::string, std::string> unit_and_name(const std::string& instance,
                                                  const std::string& rest) {
  std::string unit;
  std::size_t behind = 0;  // the last instance's name
  std::size_t begin = 0;
  for (std::size_t dot = instance.find('.'); dot != std::string::npos;
       begin = dot + 1, dot = instance.find('.', begin)) {
    if (instance.compare(begin, 2, "u_") != 0) continue;
    unit += (unit.empty() ? "" : ".") + instance.substr(begin + 2, dot - begin - 2);
    behind = dot + 1;
  }
  std::string name = instance.substr(behind);
  const std::string suffix = ".cell";
  if (name.size() > suffix.size() &&
      name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0)
    name.resize(name.size() - suffix.size());
  return {unit.empty() ? rest : unit, name};
}

}  // namespace

CellCounts read_counts(const std::string& json, const Cells& cells) {
  // Yosys 0.23 prints headings before the JSON and lines of text between the modules.
  std::string kept;
  std::istringstream lines(json);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find_first_not_of(' ');
    if (begin != std::string::npos && std::string("{}\"").find(line[begin]) != std::string::npos)
      kept += line;
  }
  CellCounts counts;
  const nlohmann::json stat = nlohmann::json::parse(kept);
  // "design" counts the whole hierarchy.
  for (const auto& [name, count] : stat.at("design").at("num_cells_by_type").items()) {
    if (cells.area.count(name) != 0) counts[name] = count.get<std::uint64_t>();
  }
  return counts;
}

Path read_path(const std::string& text, const std::string& rest) {
  if (text.find("Error") != std::string::npos || text.find("Warning") != std::string::npos)
    throw std::runtime_error("OpenSTA complains:\n" + text.substr(0, 2000));
  const std::string faults = section(text, "== setup", "== path");
  if (faults.find_first_not_of(" \n") != std::string::npos)
    throw std::runtime_error("OpenSTA: not every path is constrained:\n" + faults.substr(0, 2000));

  static const files::Pattern step(R"(^\s*(-?[0-9.]+)\s+(-?[0-9.]+) [\^v] (\S+) \((\w+)\)$)");
  static const files::Pattern setup(R"(^\s*(-?[0-9.]+)\s+(-?[0-9.]+)\s+library setup time$)");
  static const files::Pattern slack(R"(^\s*(-?[0-9.]+)\s+slack \(MET\)$)");
  Path path;
  std::istringstream lines(section(text, "== path", "== end"));
  std::vector<std::string> match;
  for (std::string line; std::getline(lines, line);) {
    if (match = step.match(line); !match.empty()) {
      const std::string pin = match[3];
      const std::size_t slash = pin.rfind('/');
      PathStep next;
      next.cell = match[4];
      next.delay = std::stod(match[1]);
      if (slash == std::string::npos) {
        next.name = pin;
      } else {
        const char input = pin[slash + 1];
        if (input == 'D' || pin.compare(slash + 1, 3, "CLK") == 0)
          continue;  // ends of the path at flip-flops
        std::tie(next.unit, next.name) = unit_and_name(pin.substr(0, slash), rest);
        next.gate = !is_flip_flop(next.cell);
      }
      path.steps.push_back(next);
    } else if (match = setup.match(line); !match.empty()) {
      path.setup = -std::stod(match[1]);
    } else if (match = slack.match(line); !match.empty()) {
      path.period = std::round((kLongPeriod - std::stod(match[1])) * 1e4) / 1e4;  // as printed
    }
  }
  if (path.period <= 0 || path.steps.empty())
    throw std::runtime_error("OpenSTA reports no path:\n" + text.substr(0, 2000));
  return path;
}

}  // namespace superwarp::cost
