// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/cell_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace superwarp::cost {
namespace {

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_alnum(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Reads groups one inside the other. A file of faulty depth must not end the program's stack.
class LibertyReader {
 public:
  LibertyReader(const std::string& text, const std::string& name) : text_(text), name_(name) {}

  LibertyGroup whole() {
    LibertyGroup top;
    statements(top, 0);
    if (at_ < text_.size()) fail("a '}' too many");
    return top;
  }

 private:
  static constexpr int kMostDepth = 20;

  [[noreturn]] void fail(const std::string& what) const {
    throw std::runtime_error(fmt::format("{}: {} at letter {}", name_, what, at_));
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }

  void skip() {
    for (skip_blanks(); at_ < text_.size(); skip_blanks()) {
      if (text_.compare(at_, 2, "/*") == 0) {
        const std::size_t end = text_.find("*/", at_ + 2);
        at_ = end == std::string::npos ? text_.size() : end + 2;
      } else if (text_[at_] == '\\' || text_[at_] == ';') {
        ++at_;
      } else {
        return;
      }
    }
  }

  /// Everything up to one of `ends`, without quotes, backslashes and blanks around it.
  std::string until(const char* ends) {
    std::string found;
    bool quoted = false;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        quoted = !quoted;
      } else if (!quoted && std::string(ends).find(c) != std::string::npos) {
        break;
      } else if (c != '\\') {
        found += c;
      }
    }
    if (at_ == text_.size()) fail(fmt::format("expected one of '{}', not the end", ends));
    const std::size_t begin = found.find_first_not_of(" \t\n\r");
    if (begin == std::string::npos) return "";
    return found.substr(begin, found.find_last_not_of(" \t\n\r") - begin + 1);
  }

  void statements(LibertyGroup& into, int depth) {
    if (depth > kMostDepth) fail("groups too deep");
    for (skip(); at_ < text_.size() && text_[at_] != '}'; skip()) {
      const std::string word = until(":({;}");
      if (word.empty() || text_[at_] == '{' || text_[at_] == '}') fail("expected a name");
      if (text_[at_] == ':') {
        ++at_;
        into.attributes[word] = until(";\n");
        continue;
      }
      if (text_[at_] == ';') continue;
      ++at_;
      const std::string inside = until(")");
      ++at_;
      skip_blanks();
      if (at_ == text_.size() || text_[at_] != '{') {
        into.attributes[word] = inside;
        continue;
      }
      ++at_;
      LibertyGroup group{word, inside, {}, {}};
      statements(group, depth + 1);
      if (at_ == text_.size()) fail(fmt::format("group {} ({}) has no end", word, inside));
      ++at_;
      into.groups.push_back(std::move(group));
    }
  }

  const std::string& text_;
  const std::string& name_;
  std::size_t at_ = 0;
};

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
  const std::vector<double> first = found->numbers("index_1");
  const std::vector<double> second = found->numbers("index_2");
  table.values = found->numbers("values");
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
  pin.capacitance = group.number("capacitance");
  pin.function = group.text("function");
  for (const LibertyGroup& inner : group.groups) {
    if (inner.kind == "internal_power") {
      for (const auto& [tables, kind] : {std::pair(&pin.rise_pj, "rise_power"), std::pair(&pin.fall_pj, "fall_power")})
        if (LibertyTable table = table_in(inner, kind); !table.values.empty()) tables->push_back(std::move(table));
    } else if (inner.kind == "timing" && pin.output && inner.group("cell_rise") != nullptr) {
      pin.arcs.push_back({inner.text("related_pin"), table_in(inner, "cell_rise"), table_in(inner, "cell_fall"),
                          table_in(inner, "rise_transition"), table_in(inner, "fall_transition")});
    }
  }
  return pin;
}

CellModel cell_of(const LibertyGroup& group) {
  CellModel cell;
  cell.area = group.number("area");
  cell.leakage_nw = group.number("cell_leakage_power");
  for (const LibertyGroup& inner : group.groups)
    if (inner.kind == "pin") cell.pins[inner.name] = pin_of(inner);
  if (const LibertyGroup* const ff = group.group("ff"); ff != nullptr) {
    cell.state = ff->name.substr(0, ff->name.find(','));
    cell.next_state = as_verilog(ff->text("next_state"));
    cell.clocked_on = as_verilog(ff->text("clocked_on"));
    cell.asynchronous = !ff->text("clear").empty() || !ff->text("preset").empty();
  }
  return cell;
}

}  // namespace

std::string LibertyGroup::text(const std::string& attribute) const {
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? "" : found->second;
}

std::vector<double> LibertyGroup::numbers(const std::string& attribute) const {
  const std::string value = text(attribute);
  std::vector<double> numbers;
  for (const char* at = value.c_str(); *at != '\0';) {
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end != at) numbers.push_back(number);
    at = end == at ? at + 1 : end;
  }
  return numbers;
}

double LibertyGroup::number(const std::string& attribute) const {
  const std::vector<double> all = numbers(attribute);
  return all.empty() ? 0 : all.back();
}

const LibertyGroup* LibertyGroup::group(const std::string& of_kind) const {
  const auto found =
      std::find_if(groups.begin(), groups.end(), [&](const LibertyGroup& one) { return one.kind == of_kind; });
  return found == groups.end() ? nullptr : &*found;
}

LibertyGroup read_liberty_tree(const std::string& text, const std::string& name) {
  return LibertyReader(text, name).whole();
}

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

bool CellModels::is_output(const std::string& cell, const std::string& pin) const {
  const auto found = cells.find(cell);
  if (found == cells.end()) return false;
  const auto is = found->second.pins.find(pin);
  return is != found->second.pins.end() && is->second.output;
}

double CellModels::output_load() const { return 4 * cells.at(kInverter).pins.at("A").capacitance; }

std::string as_verilog(const std::string& function) {
  std::string text;
  bool operand = false;  // before: a name or a bracket ends
  bool blank = false;
  for (const char c : function) {
    if (c == ' ') {
      blank = true;
      continue;
    }
    const bool begins = c == '(' || c == '!' || is_alnum(c);
    if (begins && operand && (blank || c == '(')) text += '&';
    blank = false;
    operand = c == ')' || is_alnum(c);
    text += c == '+' ? '|' : c == '*' ? '&' : c;
  }
  return text;
}

CellModels read_cell_models(const std::string& text, const std::string& name) {
  const LibertyGroup file = read_liberty_tree(text, name);
  const LibertyGroup* const library = file.group("library");
  if (library == nullptr) throw std::runtime_error(name + ": expected a library");
  CellModels models;
  models.volt = library->number("nom_voltage");
  for (const LibertyGroup& group : library->groups)
    if (group.kind == "cell") models.cells[group.name] = cell_of(group);
  if (models.volt <= 0) throw std::runtime_error(name + ": expected a nom_voltage");
  return models;
}

void require_cells(const CellModels& models, const std::string& name) {
  for (const char* const needed : {kGate, kInverter, kDriver, kBuffer})
    if (!models.has(needed))
      throw std::runtime_error(fmt::format("{}: no cell {}, which the flow needs", name, needed));
  const std::map<std::string, CellPin>& pins = models.cells.at(kInverter).pins;
  if (pins.count("A") == 0 || pins.at("A").capacitance <= 0)
    throw std::runtime_error(fmt::format("{}: no capacitance of the input of {}", name, kInverter));
}

}  // namespace superwarp::cost
