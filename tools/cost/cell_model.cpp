// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/cell_model.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include "tools/cost/liberty_tree.h"

namespace superwarp::cost {
namespace {

/// Index of the interval that `x` is in, or of the nearest one, and the place in it.
std::pair<std::size_t, double> interval(const std::vector<double>& axis, double x) {
  if (axis.size() < 2) return {0, 0};
  std::size_t i = 0;
  while (i + 2 < axis.size() && x > axis[i + 1]) ++i;
  return {i, (x - axis[i]) / (axis[i + 1] - axis[i])};
}

LibertyTable table_in(const LibertyGroup& group, const std::string& kind) {
  LibertyTable table;
  const LibertyGroup* const found = group.group(kind);
  if (found == nullptr) return table;
  const std::vector<double> first = numbers_in(found->text("index_1"));
  const std::vector<double> second = numbers_in(found->text("index_2"));
  table.values = numbers_in(found->text("values"));
  table.loads = second.empty() ? std::vector<double>{} : first;
  table.slews = second.empty() ? first : second;
  if (table.values.size() != std::max<std::size_t>(1, table.loads.size()) * table.slews.size())
    throw std::runtime_error("Liberty: a table " + kind + " of another size than its indices");
  return table;
}

CellPin pin_of(const LibertyGroup& group) {
  CellPin pin;
  pin.output = group.text("direction") == "output";
  pin.clock = group.text("clock") == "true";
  for (const double value : numbers_in(group.text("capacitance"))) pin.capacitance = value;
  pin.function = group.text("function");
  for (const LibertyGroup& inner : group.groups) {
    if (inner.kind == "internal_power") {
      const LibertyTable rise = table_in(inner, "rise_power");
      const LibertyTable fall = table_in(inner, "fall_power");
      if (!rise.values.empty()) pin.rise_pj.push_back(rise);
      if (!fall.values.empty()) pin.fall_pj.push_back(fall);
    } else if (inner.kind == "timing" && pin.output && inner.group("cell_rise") != nullptr) {
      pin.arcs.push_back({inner.text("related_pin"), table_in(inner, "cell_rise"),
                          table_in(inner, "cell_fall"), table_in(inner, "rise_transition"),
                          table_in(inner, "fall_transition")});
    }
  }
  return pin;
}

}  // namespace

double LibertyTable::at(double load, double slew) const {
  if (values.empty()) return 0;
  const auto [column, across] = interval(slews, slew);
  const auto [row, down] = interval(loads, load);
  const std::size_t wide = slews.size();
  const auto value = [&](std::size_t r) {
    const double left = values[r * wide + column];
    return wide < 2 ? left : left + across * (values[r * wide + column + 1] - left);
  };
  const double upper = value(row);
  return loads.size() < 2 ? upper : upper + down * (value(row + 1) - upper);
}

double CellPin::energy(bool rises, double load, double slew) const {
  const std::vector<LibertyTable>& tables = rises ? rise_pj : fall_pj;
  double sum = 0;
  for (const LibertyTable& table : tables) sum += table.at(load, slew);
  return tables.empty() ? 0 : sum / static_cast<double>(tables.size());
}

std::string as_verilog(const std::string& function) {
  std::string text;
  bool operand = false;  // before: a name or a bracket ends
  bool blank = false;
  for (const char c : function) {
    if (c == ' ') {
      blank = true;
      continue;
    }
    const bool begins = c == '(' || c == '!' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (begins && operand && (blank || c == '(')) text += '&';
    blank = false;
    operand = c == ')' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    text += c == '+' ? '|' : c == '*' ? '&' : c;
  }
  return text;
}

CellModels read_cell_models(const std::string& text, const std::string& name) {
  const LibertyGroup file = read_liberty_tree(text, name);
  const LibertyGroup* const library = file.group("library");
  if (library == nullptr) throw std::runtime_error(name + ": expected a library");
  CellModels models;
  for (const double volt : numbers_in(library->text("nom_voltage"))) models.volt = volt;
  for (const LibertyGroup& group : library->groups) {
    if (group.kind != "cell") continue;
    CellModel& cell = models.cells[group.name];
    for (const double leaks : numbers_in(group.text("cell_leakage_power"))) cell.leakage_nw = leaks;
    for (const LibertyGroup& inner : group.groups)
      if (inner.kind == "pin") cell.pins[inner.name] = pin_of(inner);
    if (const LibertyGroup* const ff = group.group("ff"); ff != nullptr) {
      cell.state = ff->name.substr(0, ff->name.find(','));
      cell.next_state = as_verilog(ff->text("next_state"));
      cell.clocked_on = as_verilog(ff->text("clocked_on"));
      cell.asynchronous = !ff->text("clear").empty() || !ff->text("preset").empty();
    }
  }
  if (models.volt <= 0) throw std::runtime_error(name + ": expected a nom_voltage");
  return models;
}

}  // namespace superwarp::cost
