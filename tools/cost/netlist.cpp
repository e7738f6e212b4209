// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/netlist.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <stdexcept>
#include <unordered_map>

namespace superwarp::cost {
namespace {

using Module = NetlistModule;

/// `name` in Verilog, escaped unless it is a plain word.
std::string escaped(const std::string& name) {
  const bool word =
      std::all_of(name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return word ? name : "\\" + name + " ";
}

}  // namespace

void Netlist::add(std::istream& text) {
  const std::size_t before = modules_.size();
  for (auto& module : read_rtlil(text)) modules_.push_back(std::move(module));
  // The new modules are what they instantiate, and what older ones lacked.
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    for (Module::Cell& cell : modules_[i]->cells) {
      if (cell.module != nullptr || models_.has(cell.type)) continue;
      for (std::size_t k = before; k < modules_.size(); ++k) {
        if (modules_[k]->name == cell.type) cell.module = modules_[k].get();
      }
    }
  }
}

/// A module with everything in it, its nets numbered.
class Netlist::Flat {
 public:
  Flat(const Netlist& netlist, const Module& top) : netlist_(netlist), top_(top) {
    Bits nets(top.bits);
    nets_.resize(top.bits);
    std::iota(nets_.begin(), nets_.end(), Bit{0});
    std::iota(nets.begin(), nets.end(), Bit{0});
    expand(top, "", nets);
    find_drivers();
    find_needed();
  }

  CellCounts write(std::ostream& out) {
    CellCounts counts;
    name_ports();
    out << fmt::format("module {}(", top_.name);
    for (std::size_t i = 0; i < ports_.size(); ++i) out << (i == 0 ? "" : ", ") << ports_[i].name;
    out << ");\n";
    for (const PortBit& port : ports_) out << fmt::format("  {} {};\n", port.output ? "output" : "input", port.name);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (!needed_[i]) continue;
      const Cell& cell = cells_[i];
      ++counts[cell.is->type];
      out << fmt::format("  {} {} (\n", cell.is->type, escaped(paths_[cell.path] + cell.is->name));
      for (std::size_t pin = 0; pin < cell.is->pins.size(); ++pin) {
        out << fmt::format("    .{}({}){}\n", cell.is->pins[pin].first, name_of(pins_[cell.first + pin]),
                           pin + 1 < cell.is->pins.size() ? "," : "");
      }
      out << "  );\n";
    }
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      const PortBit& port = ports_[i];
      if (!port.output || name_of(port.net) == port.name) continue;
      ++counts[kDriver];
      out << fmt::format("  {} port_{} (\n    .A({}),\n    .Y({})\n  );\n", kDriver, i, name_of(port.net), port.name);
    }
    out << "endmodule\n";
    return counts;
  }

 private:
  struct Cell {
    const Module::Cell* is;
    std::uint32_t path;
    std::size_t first;  ///< its first pin in pins_
  };
  /// A port that a part has for a pin of a macro in it. The part's instance leaves it open; it
  /// becomes a port of the whole.
  struct MacroPort {
    std::string path;
    const Module::Port* port;
    Bits inside;  ///< nets of the part's bits
  };
  struct PortBit {
    std::string name;
    Bit net;
    bool output;
  };

  Bit root(Bit net) {
    while (nets_[net] != net) net = nets_[net] = nets_[nets_[net]];
    return net;
  }

  /// Joins two nets; a constant and another become the constant.
  void join(Bit one, Bit other) {
    one = root(one);
    other = root(other);
    nets_[std::max(one, other)] = std::min(one, other);
  }

  /// Adds the cells of `module`, whose bits are `nets`.
  void expand(const Module& module, const std::string& path, const Bits& nets) {
    for (const auto& [left, right] : module.joined) {
      for (std::size_t i = 0; i < left.size(); ++i) join(nets[left[i]], nets[right[i]]);
    }
    const auto place = static_cast<std::uint32_t>(paths_.size());
    paths_.push_back(path);
    for (const Module::Cell& cell : module.cells) {
      if (cell.module == nullptr) {
        if (!netlist_.models_.has(cell.type))
          throw std::runtime_error(fmt::format("{}{}: no module {}", path, cell.name, cell.type));
        cells_.push_back({&cell, place, pins_.size()});
        for (const auto& [pin, bits] : cell.pins) pins_.push_back(nets[bits.at(0)]);
        continue;
      }
      const Module& inner = *cell.module;
      Bits inside(inner.bits, kNone);
      inside[kZero] = kZero;
      inside[kOne] = kOne;
      for (const auto& [pin, bits] : cell.pins) {
        const auto wire = inner.wires.find("\\" + pin);
        if (wire == inner.wires.end() || wire->second.width < bits.size())
          throw std::runtime_error(fmt::format("{}{}: no such port {}", path, cell.name, pin));
        for (std::size_t i = 0; i < bits.size(); ++i) inside[wire->second.first + i] = nets[bits[i]];
      }
      for (Bit& net : inside) {
        if (net != kNone) continue;
        net = static_cast<Bit>(nets_.size());
        nets_.push_back(net);
      }
      for (const Module::Port& port : inner.ports) {
        if (is_of_a_macro(port)) macro_ports_.push_back({path + cell.name + ".", &port, inside});
      }
      expand(inner, path + cell.name + ".", inside);
    }
  }

  [[nodiscard]] bool is_output(const Cell& cell, std::size_t pin) const {
    return netlist_.models_.is_output(cell.is->type, cell.is->pins[pin].first);
  }

  /// Yosys names a port that it made of a pin of a cell "cell.pin".
  static bool is_of_a_macro(const Module::Port& port) { return port.name.find('.') != std::string::npos; }

  /// Adds a port of the whole; `nets` are those of its module's bits.
  void add_port(const std::string& path, const Module::Port& port, const Bits& nets) {
    for (Bit i = 0; i < port.wire.width; ++i) {
      const std::string name = port.wire.width == 1 ? port.name : fmt::format("{}[{}]", port.name, i);
      ports_.push_back({escaped(path + name), nets_[nets[port.wire.first + i]], port.output});
      if (!port.output) drive(ports_.back().net, kInput);
    }
  }

  void find_drivers() {
    driver_.assign(nets_.size(), kNone);
    for (Bit net = 0; net < nets_.size(); ++net) nets_[net] = root(net);
    for (Bit& net : pins_) net = nets_[net];
    for (const Module::Port& port : top_.ports) add_port("", port, nets_);
    for (const MacroPort& macro : macro_ports_) add_port(macro.path, *macro.port, macro.inside);
    drive(kZero, kInput);
    drive(kOne, kInput);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      for (std::size_t pin = 0; pin < cells_[i].is->pins.size(); ++pin) {
        if (is_output(cells_[i], pin)) drive(pins_[cells_[i].first + pin], static_cast<Bit>(i));
      }
    }
  }

  void drive(Bit net, Bit by) {
    if (driver_[net] != kNone)
      throw std::runtime_error("a net has two drivers: " + cell_name(driver_[net]) + " and " + cell_name(by));
    driver_[net] = by;
  }

  /// Searches from the outputs backwards.
  void find_needed() {
    needed_.assign(cells_.size(), false);
    std::vector<Bit> to_visit;
    const auto need = [&](Bit net, const std::string& by) {
      const Bit driver = driver_[net];
      if (driver == kNone) throw std::runtime_error(by + ": an input has no driver");
      if (driver == kInput || needed_[driver]) return;
      needed_[driver] = true;
      to_visit.push_back(driver);
    };
    for (const PortBit& port : ports_) {
      if (port.output) need(port.net, port.name);
    }
    while (!to_visit.empty()) {
      const Bit at = to_visit.back();
      to_visit.pop_back();
      const Cell& cell = cells_[at];
      for (std::size_t pin = 0; pin < cell.is->pins.size(); ++pin) {
        if (!is_output(cell, pin)) need(pins_[cell.first + pin], cell_name(at));
      }
    }
  }

  /// A net gets the name of its input port, or of its first output port.
  void name_ports() {
    for (const bool output : {false, true}) {
      for (const PortBit& port : ports_) {
        if (port.output == output && port.net >= kConstants) names_.emplace(port.net, port.name);
      }
    }
  }

  [[nodiscard]] std::string name_of(Bit net) const {
    if (net < kConstants) return fmt::format("1'h{}", net);
    const auto name = names_.find(net);
    return name == names_.end() ? fmt::format("n{}", net) : name->second;
  }

  [[nodiscard]] std::string cell_name(Bit cell) const {
    return cell == kInput ? "a port or constant" : paths_[cells_[cell].path] + cells_[cell].is->name;
  }

  static constexpr Bit kInput = kNone - 1;

  const Netlist& netlist_;
  const Module& top_;
  Bits nets_;    ///< for each net one that it is joined to
  Bits driver_;  ///< cell that drives each net
  std::vector<std::string> paths_;
  std::vector<Cell> cells_;
  Bits pins_;  ///< nets of the cells' pins
  std::vector<bool> needed_;
  std::vector<MacroPort> macro_ports_;
  std::vector<PortBit> ports_;
  std::unordered_map<Bit, std::string> names_;
};

CellCounts Netlist::write_flat(const std::string& top, std::ostream& verilog) const {
  for (const auto& module : modules_) {
    if (module->name == top) return Flat(*this, *module).write(verilog);
  }
  throw std::runtime_error("no module " + top);
}

}  // namespace superwarp::cost
