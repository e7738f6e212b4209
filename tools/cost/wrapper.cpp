// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/wrapper.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "tools/cost/recipe.h"

namespace superwarp::cost {
namespace {

/// The port of this name, added at the end if it is not there yet.
WidePort& port_in(std::vector<WidePort>& ports, const std::string& name) {
  const auto found = std::find_if(ports.begin(), ports.end(),
                                  [&](const WidePort& port) { return port.name == name; });
  if (found != ports.end()) return *found;
  ports.push_back({name});
  return ports.back();
}

std::string range(const WidePort& port) { return fmt::format("[{}:0] ", port.bits - 1); }

/// A macro's name without the dots of its path.
std::string dotless(std::string macro) {
  std::replace(macro.begin(), macro.end(), '.', '_');
  return macro;
}

/// Connections of the bits of `port` of the netlist to those of the vector `net`.
std::string connections(const WidePort& port, const std::string& prefix, const std::string& net) {
  std::string text;
  for (std::uint32_t bit = 0; bit < port.bits; ++bit) {
    text += fmt::format(",\n    .\\{}{}{} ({}[{}])", prefix, port.name,
                        port.indexed ? fmt::format("[{}]", bit) : "", net, bit);
  }
  return text;
}

const WidePort& pin_of(const std::vector<WidePort>& pins, const std::string& name) {
  for (const WidePort& pin : pins)
    if (pin.name == name) return pin;
  throw std::runtime_error("netlist: an SRAM macro without pin " + name);
}

}  // namespace

bool answers_at_once(const std::vector<WidePort>& macro) {
  return std::none_of(macro.begin(), macro.end(),
                      [](const WidePort& pin) { return pin.name == "access_i"; });
}

NetlistPorts read_ports(std::istream& verilog) {
  NetlistPorts ports;
  for (std::string line; std::getline(verilog, line);) {
    const bool output = line.rfind("  output ", 0) == 0;
    if (!output && line.rfind("  input ", 0) != 0) continue;
    std::string name = line.substr(line.find_first_not_of(' ', line.find('p', 2) + 3));
    name = name.substr(0, name.find_first_of(" ;", 1));
    if (name[0] == '\\') name.erase(0, 1);
    const std::size_t bracket = name.rfind('[');
    const bool indexed = bracket != std::string::npos;
    const std::uint32_t bit = indexed ? std::stoul(name.substr(bracket + 1)) : 0;
    if (indexed) name.resize(bracket);
    const std::size_t dot = name.rfind('.');
    std::vector<WidePort>& all =
        dot == std::string::npos ? ports.ports : ports.of_macro[name.substr(0, dot)];
    WidePort& port = port_in(all, dot == std::string::npos ? name : name.substr(dot + 1));
    port.output = output;
    port.indexed = indexed;
    port.bits = std::max(port.bits, bit + 1);
  }
  return ports;
}

std::string wrapper_text(const NetlistPorts& ports) {
  std::string head;
  std::string body;
  std::string pins;
  for (const WidePort& port : ports.ports) {
    head += fmt::format("{}\n  {} wire {}{}", head.empty() ? "" : ",",
                        port.output ? "output" : "input", range(port), port.name);
    pins += connections(port, "", port.name);
  }
  for (const auto& [macro, of_macro] : ports.of_macro) {
    const std::string name = dotless(macro);
    std::string connected = ".clk_i(clk_i[0])";
    for (const WidePort& pin : of_macro) {
      body += fmt::format("  wire {}{}__{};\n", range(pin), name, pin.name);
      pins += connections(pin, macro + ".", fmt::format("{}__{}", name, pin.name));
      connected += fmt::format(", .{0}({1}__{0})", pin.name, name);
    }
    const std::uint32_t rows = pin_of(of_macro, "row_i").bits;
    const std::uint32_t bits = pin_of(of_macro, "data_i").bits;
    const bool at_once = answers_at_once(of_macro);
    const std::uint32_t ports = pin_of(of_macro, at_once ? "write_i" : "access_i").bits;
    body +=
        fmt::format("  {} #(.NumRows({}), .DataWidth({}){}) {} ({});\n",
                    at_once ? "bank" : "bank_sync", std::uint64_t{1} << rows / ports, bits / ports,
                    ports > 1 ? fmt::format(", .Ports({})", ports) : "", name, connected);
  }
  return fmt::format("module {} ({}\n);\n{}  {} netlist ({}\n  );\nendmodule\n", kWrapper, head,
                     body, kTop, pins.substr(pins.find(',') + 1));
}

}  // namespace superwarp::cost
