// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/flat.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "tools/cost/recipe.h"

namespace superwarp::cost {
namespace {

std::string output_of(std::uint64_t buffer) { return fmt::format("fan_out_{}", buffer); }

/// Number of buffers for this many inputs.
std::uint64_t buffers_for(std::uint64_t inputs) { return (inputs + kMostFanOut - 1) / kMostFanOut; }

/// A net's inputs, and its tree where they are too many.
struct Tree {
  std::uint64_t inputs = 0;
  std::uint64_t first_leaf = 0;  ///< its number among all buffers
  std::uint64_t next = 0;        ///< input to come

  /// Appends what each of its buffers hangs on: a level after the other, on the one above, and the
  /// highest on the net itself.
  void grow(const std::string& net, std::vector<std::string>& hangs_on) {
    first_leaf = hangs_on.size();
    for (std::uint64_t many = buffers_for(inputs);; many = buffers_for(many)) {
      const std::uint64_t above = hangs_on.size() + many;
      const bool highest = many <= kMostFanOut;
      for (std::uint64_t i = 0; i < many; ++i)
        hangs_on.push_back(highest ? net : output_of(above + i * buffers_for(many) / many));
      if (highest) return;
    }
  }

  /// The lowest buffer that drives the next input.
  std::uint64_t next_leaf() { return first_leaf + next++ * buffers_for(inputs) / inputs; }
};

/// Calls `visit(line, net, begin)` for every line of the netlist, with the name of the net, which
/// begins at `begin`, where an input other than a clock is connected to one; else it is empty.
template <typename Visit>
void for_inputs(std::istream& netlist, const CellModels& models, const Visit& visit) {
  std::string cell;
  for (std::string line; std::getline(netlist, line);) {
    const FlatLine is(line);
    if (!is.cell.empty()) cell = is.cell;
    std::string net = line.substr(is.begin, is.end - is.begin);
    const bool constant = net.find('\'') != std::string::npos;
    if (is.pin == "CLK" || constant || models.is_output(cell, is.pin)) net.clear();
    visit(line, net, is.begin);
  }
}

std::string range(const WidePort& port) { return fmt::format("[{}:0] ", port.bits - 1); }

/// Connections of the bits of `port` of the netlist to those of the vector `net`.
std::string connections(const WidePort& port, const std::string& prefix, const std::string& net) {
  std::string text;
  for (std::uint32_t bit = 0; bit < port.bits; ++bit)
    text += fmt::format(",\n    .\\{}{} ({}[{}])", prefix, port.bit(bit), net, bit);
  return text;
}

}  // namespace

FlatLine::FlatLine(const std::string& line) {
  if (line.compare(0, 5, "    .") == 0) {
    begin = line.find('(') + 1;
    end = line.rfind(')');
    pin = line.substr(5, begin - 6);
  } else if (line.compare(0, 2, "  ") == 0 && line.back() == '(') {
    const std::size_t blank = line.find(' ', 2);
    cell = line.substr(2, blank - 2);
    name = line.substr(blank + 1, line.size() - blank - 2);
  }
}

std::uint64_t buffer_fan_out(std::istream& from, std::ostream& to, const CellModels& models) {
  std::unordered_map<std::string, Tree> trees;
  for_inputs(from, models, [&](const std::string& /*line*/, const std::string& net, std::size_t) {
    if (!net.empty()) ++trees[net].inputs;
  });
  from.clear();
  from.seekg(0);

  std::vector<std::string> hangs_on;  // of each buffer
  for_inputs(from, models, [&](std::string& line, const std::string& net, std::size_t begin) {
    if (line == "endmodule") {
      for (std::size_t i = 0; i < hangs_on.size(); ++i) {
        to << fmt::format("  {} \\u_fan_out.cell_{} (\n    .A({}),\n    .Y({})\n  );\n", kBuffer, i, hangs_on[i],
                          output_of(i));
      }
    }
    const auto tree = net.empty() ? trees.end() : trees.find(net);
    if (tree != trees.end() && tree->second.inputs > kMostFanOut) {
      if (tree->second.next == 0) tree->second.grow(net, hangs_on);
      line.replace(begin, net.size(), output_of(tree->second.next_leaf()));
    }
    to << line << '\n';
  });
  return hangs_on.size();
}

std::string WidePort::bit(std::uint32_t number) const { return indexed ? fmt::format("{}[{}]", name, number) : name; }

const WidePort& port_of(const std::vector<WidePort>& ports, const std::string& name) {
  const auto found = std::find_if(ports.begin(), ports.end(), [&](const WidePort& port) { return port.name == name; });
  if (found == ports.end()) throw std::runtime_error("netlist: no port " + name);
  return *found;
}

bool answers_at_once(const std::vector<WidePort>& macro) {
  return std::none_of(macro.begin(), macro.end(), [](const WidePort& pin) { return pin.name == "access_i"; });
}

NetlistPorts read_ports(const std::string& flat) {
  NetlistPorts ports;
  std::istringstream lines(flat);
  for (std::string line; std::getline(lines, line) && line != "endmodule";) {
    std::istringstream words(line);
    std::string direction;
    std::string name;
    words >> direction >> name;
    if (direction != "output" && direction != "input") continue;
    name = name.substr(0, name.find(';'));
    if (name[0] == '\\') name.erase(0, 1);
    const std::size_t bracket = name.rfind('[');
    const bool indexed = bracket != std::string::npos;
    const std::uint32_t bit = indexed ? std::stoul(name.substr(bracket + 1)) : 0;
    if (indexed) name.resize(bracket);
    const std::size_t dot = name.rfind('.');
    std::vector<WidePort>& all = dot == std::string::npos ? ports.ports : ports.of_macro[name.substr(0, dot)];
    if (dot != std::string::npos) name.erase(0, dot + 1);
    auto port = std::find_if(all.begin(), all.end(), [&](const WidePort& one) { return one.name == name; });
    if (port == all.end()) port = all.insert(port, WidePort{name});
    port->output = direction == "output";
    port->indexed = indexed;
    port->bits = std::max(port->bits, bit + 1);
  }
  return ports;
}

std::string wrapper_text(const NetlistPorts& ports) {
  std::string head;
  std::string body;
  std::string pins;
  for (const WidePort& port : ports.ports) {
    head += fmt::format("{}\n  {} wire {}{}", head.empty() ? "" : ",", port.output ? "output" : "input", range(port),
                        port.name);
    pins += connections(port, "", port.name);
  }
  for (const auto& [macro, of_macro] : ports.of_macro) {
    std::string name = macro;
    std::replace(name.begin(), name.end(), '.', '_');
    std::string connected = ".clk_i(clk_i[0])";
    for (const WidePort& pin : of_macro) {
      body += fmt::format("  wire {}{}__{};\n", range(pin), name, pin.name);
      pins += connections(pin, macro + ".", fmt::format("{}__{}", name, pin.name));
      connected += fmt::format(", .{0}({1}__{0})", pin.name, name);
    }
    const std::uint32_t rows = port_of(of_macro, "row_i").bits;
    const std::uint32_t bits = port_of(of_macro, "data_i").bits;
    const bool at_once = answers_at_once(of_macro);
    const std::uint32_t ports = port_of(of_macro, at_once ? "write_i" : "access_i").bits;
    body += fmt::format("  {} #(.NumRows({}), .DataWidth({}){}) {} ({});\n", at_once ? "bank" : "bank_sync",
                        std::uint64_t{1} << rows / ports, bits / ports,
                        ports > 1 ? fmt::format(", .Ports({})", ports) : "", name, connected);
  }
  return fmt::format("module memory_machine_cells ({}\n);\n{}  {} netlist ({}\n  );\nendmodule\n", head, body, kTop,
                     pins.substr(pins.find(',') + 1));
}

constexpr double kPortSlew = 0.1;  // ns: of a small buffer with a few inputs behind it

Gates::Gates(const std::string& flat, const CellModels& models, double wire_pf) : wire_pf_(wire_pf) {
  std::unordered_map<std::string, Net> known;
  std::istringstream lines(flat);
  for (std::string line; std::getline(lines, line) && line != "endmodule";) {
    const FlatLine says(line);
    if (!says.cell.empty()) {
      const auto cell = models.cells.find(says.cell);
      if (cell == models.cells.end()) throw std::runtime_error("netlist: no cell " + says.cell);
      gates_.push_back({says.cell, says.name, &cell->second, {}});
    }
    if (says.pin.empty()) continue;
    std::string net = line.substr(says.begin, says.end - says.begin);
    if (net[0] == '\\') net = net.substr(1, net.size() - 2);
    const auto [place, added] = known.emplace(net, static_cast<Net>(nets_.size()));
    if (added) nets_.push_back(net);
    Gate& gate = gates_.back();
    const auto is = gate.is->pins.find(says.pin);
    if (is == gate.is->pins.end()) throw std::runtime_error("netlist: no pin " + gate.type + "." + says.pin);
    gate.pins.push_back({says.pin, place->second, &is->second});
  }
  pin_pf_.assign(nets_.size(), 0);
  inputs_.assign(nets_.size(), 0);
  for (const Gate& gate : gates_) {
    for (const Pin& pin : gate.pins) {
      if (pin.is->output) continue;
      pin_pf_[pin.net] += pin.is->capacitance;
      ++inputs_[pin.net];
    }
  }
  find_slews();
}

std::vector<std::uint32_t> in_order(const std::vector<Gates::Gate>& gates, std::size_t nets) {
  std::vector<std::uint32_t> waits_for(gates.size(), 0);
  std::vector<std::vector<std::uint32_t>> reads(nets);
  std::vector<bool> driven(nets, false);
  for (const Gates::Gate& gate : gates)
    for (const Gates::Pin& pin : gate.pins)
      if (pin.is->output) driven[pin.net] = true;
  std::vector<std::uint32_t> ready;
  for (std::uint32_t i = 0; i < gates.size(); ++i) {
    const bool keeps = !gates[i].is->next_state.empty();
    for (const Gates::Pin& pin : gates[i].pins) {
      if (pin.is->output || keeps || !driven[pin.net]) continue;
      ++waits_for[i];
      reads[pin.net].push_back(i);
    }
    if (waits_for[i] == 0) ready.push_back(i);
  }
  for (std::size_t i = 0; i < ready.size(); ++i) {
    for (const Gates::Pin& pin : gates[ready[i]].pins)
      if (pin.is->output)
        for (const std::uint32_t reader : reads[pin.net])
          if (--waits_for[reader] == 0) ready.push_back(reader);
  }
  return ready;
}

void Gates::find_slews() {
  slews_.assign(nets_.size(), kPortSlew);
  for (const std::uint32_t i : in_order(gates_, nets_.size())) {
    for (const Pin& pin : gates_[i].pins) {
      if (!pin.is->output) continue;
      double slew = 0;
      for_arcs(gates_[i], pin, [&](const Pin& from, const CellArc& arc) {
        slew = std::max({slew, arc.rise_slew.at(load(pin.net), slews_[from.net]),
                         arc.fall_slew.at(load(pin.net), slews_[from.net])});
      });
      if (slew > 0) slews_[pin.net] = slew;
    }
  }
}

Gates::Delay Gates::delay(const Pin& output, const Gate& gate) const {
  Delay delay;
  for_arcs(gate, output, [&](const Pin& from, const CellArc& arc) {
    delay.rise = std::max(delay.rise, arc.rise.at(load(output.net), slews_[from.net]));
    delay.fall = std::max(delay.fall, arc.fall.at(load(output.net), slews_[from.net]));
  });
  return delay;
}

}  // namespace superwarp::cost
