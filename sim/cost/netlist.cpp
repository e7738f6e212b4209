// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/netlist.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace superwarp::cost {
namespace {

/// A bit: of a module's wires, numbered; behind both constants.
using Bit = std::uint32_t;
using Bits = std::vector<Bit>;
constexpr Bit kZero = 0;
constexpr Bit kOne = 1;
constexpr Bit kConstants = 2;
constexpr Bit kNone = ~Bit{0};

/// RTLIL's names begin with a backslash.
std::string plain(const std::string& name) { return name[0] == '\\' ? name.substr(1) : name; }

/// As Verilog writes a name that is no plain word.
std::string escaped(const std::string& name) {
  const bool word = std::all_of(name.begin(), name.end(),
                                [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return word ? name : "\\" + name + " ";
}

}  // namespace

struct Netlist::Module {
  struct Wire {
    Bit first;
    Bit width;
  };
  struct Port {
    std::string name;
    Wire wire;
    bool output;
  };
  struct Cell {
    std::string type;
    std::string name;
    const Module* module;  ///< none of a library's cell
    std::vector<std::pair<std::string, Bits>> pins;
  };

  std::string name;
  std::unordered_map<std::string, Wire> wires;
  std::vector<Port> ports;
  std::vector<Cell> cells;
  std::vector<std::pair<Bits, Bits>> joined;
  Bit bits = kConstants;
};

/// Lines of RTLIL.
class Netlist::Reader {
 public:
  explicit Reader(std::istream& text) : text_(text) {}

  /// The next line's words; false at the end.
  bool next() {
    words_.clear();
    for (std::string line; words_.empty();) {
      if (!std::getline(text_, line)) return false;
      split(line);
      if (words_.size() > 2 && words_[1] == "\\blackbox") only_ports_ = true;
      if (!words_.empty() && (words_[0][0] == '#' || words_[0] == "attribute" ||
                              words_[0] == "parameter" || words_[0] == "autoidx"))
        words_.clear();
    }
    return true;
  }

  [[nodiscard]] const std::string& word(std::size_t i) const {
    if (i >= words_.size()) fail();
    return words_[i];
  }
  [[nodiscard]] std::size_t words() const { return words_.size(); }

  /// The signal that begins at word `at`, lowest bit first; `at` goes behind it.
  Bits signal(const Module& module, std::size_t& at) const {
    Bits bits;
    if (word(at) != "{") {
      append_chunk(module, at, bits);
      return bits;
    }
    std::vector<Bits> chunks;  // highest first
    for (++at; word(at) != "}";) append_chunk(module, at, chunks.emplace_back());
    ++at;
    for (auto chunk = chunks.rbegin(); chunk != chunks.rend(); ++chunk)
      bits.insert(bits.end(), chunk->begin(), chunk->end());
    return bits;
  }

  /// Is the module that begins here one whose ports alone are known? Once for each.
  bool only_ports() { return std::exchange(only_ports_, false); }

  [[noreturn]] void fail() const {
    std::string line;
    for (const std::string& one : words_) line += one + " ";
    throw std::runtime_error("no netlist of cells: " + line.substr(0, 200));
  }

 private:
  void split(const std::string& line) {
    for (std::size_t begin = line.find_first_not_of(' '); begin != std::string::npos;) {
      const std::size_t end = std::min(line.find(' ', begin), line.size());
      words_.push_back(line.substr(begin, end - begin));
      begin = line.find_first_not_of(' ', end);
    }
  }

  /// A wire, bits of it, or a constant: "4'01x1", where what is undefined is 0, or an integer of 32
  /// bits.
  void append_chunk(const Module& module, std::size_t& at, Bits& bits) const {
    const std::string& name = word(at++);
    const std::size_t quote = name.find('\'');
    if (name[0] != '\\' && name[0] != '$') {
      if (name.find_first_not_of("-0123456789") == std::string::npos) {
        constexpr unsigned kIntegerBits = 32;
        const auto value = static_cast<std::uint32_t>(std::stoll(name));
        for (unsigned i = 0; i < kIntegerBits; ++i)
          bits.push_back((value >> i & 1U) != 0 ? kOne : kZero);
        return;
      }
      if (quote == std::string::npos) fail();
      for (std::size_t i = name.size(); i > quote + 1; --i)
        bits.push_back(name[i - 1] == '1' ? kOne : kZero);
      return;
    }
    const auto wire = module.wires.find(name);
    if (wire == module.wires.end()) fail();
    Bit low = 0;
    Bit high = wire->second.width - 1;
    if (at < words_.size() && words_[at][0] == '[') {
      const std::string& range = words_[at++];
      high = static_cast<Bit>(std::stoul(range.substr(1)));
      const std::size_t colon = range.find(':');
      low =
          colon == std::string::npos ? high : static_cast<Bit>(std::stoul(range.substr(colon + 1)));
    }
    if (low > high || high >= wire->second.width) fail();
    for (Bit bit = low; bit <= high; ++bit) bits.push_back(wire->second.first + bit);
  }

  std::istream& text_;
  std::vector<std::string> words_;
  bool only_ports_ = false;
};

Netlist::Netlist(const Cells& cells) : cells_(cells) {}
Netlist::~Netlist() = default;

void Netlist::add(std::istream& text) {
  Reader reader(text);
  const std::size_t before = modules_.size();
  while (reader.next()) {
    if (reader.word(0) != "module") reader.fail();
    const bool only_ports = reader.only_ports();
    auto module = std::make_unique<Module>();
    module->name = plain(reader.word(1));
    for (bool open = true; open;) {
      if (!reader.next()) reader.fail();
      const std::string& what = reader.word(0);
      std::size_t at = 1;
      if (what == "wire") {
        Module::Wire wire{module->bits, 1};
        std::string direction;
        const std::string& name = reader.word(reader.words() - 1);
        for (; at + 1 < reader.words(); ++at) {
          if (reader.word(at) == "width")
            wire.width = static_cast<Bit>(std::stoul(reader.word(++at)));
          if (reader.word(at) == "input" || reader.word(at) == "output")
            direction = reader.word(at);
        }
        module->bits += wire.width;
        module->wires.emplace(name, wire);
        if (!direction.empty()) module->ports.push_back({plain(name), wire, direction == "output"});
      } else if (what == "cell") {
        module->cells.push_back({plain(reader.word(1)), plain(reader.word(2)), nullptr, {}});
        for (reader.next(); reader.word(0) == "connect"; reader.next()) {
          at = 2;
          const std::string pin = plain(reader.word(1));
          module->cells.back().pins.emplace_back(pin, reader.signal(*module, at));
        }
        if (reader.word(0) != "end") reader.fail();
      } else if (what == "connect") {
        Bits left = reader.signal(*module, at);
        Bits right = reader.signal(*module, at);
        if (left.size() != right.size()) reader.fail();
        module->joined.emplace_back(std::move(left), std::move(right));
      } else if (what == "end") {
        open = false;
      } else {
        reader.fail();
      }
    }
    if (!only_ports) modules_.push_back(std::move(module));
  }
  // What the new modules instantiate is among them; what it was missing before is, too.
  for (std::size_t i = 0; i < modules_.size(); ++i) {
    for (Module::Cell& cell : modules_[i]->cells) {
      if (cell.module != nullptr || cells_.area.count(cell.type) != 0) continue;
      for (std::size_t k = before; k < modules_.size(); ++k) {
        if (modules_[k]->name == cell.type) cell.module = modules_[k].get();
      }
    }
  }
}

/// The whole, its nets numbered.
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
    for (const PortBit& port : ports_)
      out << fmt::format("  {} {};\n", port.output ? "output" : "input", port.name);
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      if (!needed_[i]) continue;
      const Cell& cell = cells_[i];
      ++counts[cell.is->type];
      out << fmt::format("  {} {} (\n", cell.is->type, escaped(paths_[cell.path] + cell.is->name));
      for (std::size_t pin = 0; pin < cell.is->pins.size(); ++pin) {
        out << fmt::format("    .{}({}){}\n", cell.is->pins[pin].first,
                           name_of(pins_[cell.first + pin]),
                           pin + 1 < cell.is->pins.size() ? "," : "");
      }
      out << "  );\n";
    }
    for (std::size_t i = 0; i < ports_.size(); ++i) {
      const PortBit& port = ports_[i];
      if (!port.output || name_of(port.net) == port.name) continue;
      ++counts[kDriver];
      out << fmt::format("  {} port_{} (\n    .A({}),\n    .Y({})\n  );\n", kDriver, i,
                         name_of(port.net), port.name);
    }
    out << "endmodule\n";
    return counts;
  }

 private:
  struct Cell {
    const Module::Cell* is;
    std::uint32_t path;
    std::size_t first;  ///< of its pins' nets
  };
  /// A port of a part for a macro in it: the part's instance leaves it open, it is one of the
  /// whole.
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

  /// Makes one net of two; of a constant and another the constant.
  void join(Bit one, Bit other) {
    one = root(one);
    other = root(other);
    nets_[std::max(one, other)] = std::min(one, other);
  }

  /// Puts the cells of `module` here, whose bits are `nets`.
  void expand(const Module& module, const std::string& path, const Bits& nets) {
    for (const auto& [left, right] : module.joined) {
      for (std::size_t i = 0; i < left.size(); ++i) join(nets[left[i]], nets[right[i]]);
    }
    const auto place = static_cast<std::uint32_t>(paths_.size());
    paths_.push_back(path);
    for (const Module::Cell& cell : module.cells) {
      if (cell.module == nullptr) {
        if (netlist_.cells_.area.count(cell.type) == 0)
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
        for (std::size_t i = 0; i < bits.size(); ++i)
          inside[wire->second.first + i] = nets[bits[i]];
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
    return netlist_.cells_.outputs.count({cell.is->type, cell.is->pins[pin].first}) != 0;
  }

  /// Yosys calls what it made a port of, a pin of a cell within the module, "cell.pin".
  static bool is_of_a_macro(const Module::Port& port) {
    return port.name.find('.') != std::string::npos;
  }

  /// A port of the whole, whose bits are those of `nets`.
  void add_port(const std::string& path, const Module::Port& port, const Bits& nets) {
    for (Bit i = 0; i < port.wire.width; ++i) {
      const std::string name =
          port.wire.width == 1 ? port.name : fmt::format("{}[{}]", port.name, i);
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
      throw std::runtime_error("a net has two drivers: " + cell_name(driver_[net]) + " and " +
                               cell_name(by));
    driver_[net] = by;
  }

  /// From the outputs backwards.
  void find_needed() {
    needed_.assign(cells_.size(), false);
    std::vector<Bit> to_visit;
    const auto need = [&](Bit net, const std::string& by) {
      const Bit driver = driver_[net];
      if (driver == kNone) throw std::runtime_error(by + ": nothing drives what it needs");
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

  /// Inputs, and outputs that are the first on their net, give it its name.
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
    return cell == kInput ? "a port or constant"
                          : paths_[cells_[cell].path] + cells_[cell].is->name;
  }

  static constexpr Bit kInput = kNone - 1;

  const Netlist& netlist_;
  const Module& top_;
  Bits nets_;  ///< of each, one that it is the same as
  Bits driver_;
  std::vector<std::string> paths_;
  std::vector<Cell> cells_;
  Bits pins_;
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
