// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/wires.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "tools/cost/kept.h"
#include "tools/cost/mend.h"
#include "tools/cost/recipe.h"

namespace superwarp::cost {
namespace {

constexpr const char* kClock = "clk_i";

/// An end of a net: a gate's pin or a port.
struct NetEnd {
  Point at;
  std::string name;  ///< "g3:A"; that of the net for a port
  bool drives = false;
  bool port = false;
};

std::vector<std::vector<NetEnd>> ends_of(const WiredUnit& unit) {
  std::vector<std::vector<NetEnd>> ends(unit.nets());
  for (std::size_t gate = 0; gate < unit.gates.size(); ++gate) {
    for (const Gates::Pin& pin : unit.gates[gate].pins) {
      if (pin.net == unit.clock || !unit.constant[pin.net].empty()) continue;
      ends[pin.net].push_back({unit.at[gate], fmt::format("g{}:{}", gate, pin.name), pin.is->output, false});
    }
  }
  for (const WiredUnit::Port& port : unit.ports) {
    if (port.net != unit.clock) ends[port.net].push_back({port.at, fmt::format("n{}", port.net), !port.output, true});
  }
  return ends;
}

/// In um, of the net with these ends.
double length_of(const std::vector<NetEnd>& ends) {
  Box box;
  for (const NetEnd& end : ends) box.take_in(end.at);
  return box.half_perimeter() * tree_by_box(ends.size());
}

/// "bank_10" after "bank_9".
bool macro_before(const std::string& a, const std::string& b) {
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

WiredUnit wired_unit(const Gates& gates, const NetlistPorts& ports) {
  WiredUnit unit;
  unit.gates = gates.gates();
  unit.at.resize(unit.gates.size());
  std::unordered_map<std::string, Gates::Net> net_of;
  for (Gates::Net net = 0; net < gates.nets().size(); ++net) {
    const std::string& name = gates.nets()[net];
    unit.constant.push_back(name.find('\'') == std::string::npos ? "" : name);
    net_of[name] = net;
  }
  const auto clock = net_of.find(kClock);
  if (clock == net_of.end()) throw std::runtime_error("netlist: expected a clock clk_i");
  unit.clock = clock->second;
  const auto add = [&](const WidePort& port, const std::string& prefix, double from, double to, double y,
                       std::uint32_t first, std::uint32_t all) {
    for (std::uint32_t bit = 0; bit < port.bits; ++bit) {
      const auto net = net_of.find(prefix + port.bit(bit));
      if (net == net_of.end() || net->second == unit.clock) continue;
      unit.ports.push_back({net->second, port.output, {from + (to - from) * (first + bit + 0.5) / all, y}});
    }
  };
  // Places as parts of the die, until it has a size.
  for (const WidePort& port : ports.ports) add(port, "", 0, 1, 0, 0, port.bits);
  std::vector<std::string> macros;
  for (const auto& [name, pins] : ports.of_macro) macros.push_back(name);
  std::sort(macros.begin(), macros.end(), macro_before);
  for (std::size_t i = 0; i < macros.size(); ++i) {
    const std::vector<WidePort>& pins = ports.of_macro.at(macros[i]);
    std::uint32_t all = 0;
    for (const WidePort& pin : pins) all += pin.bits;
    const auto count = static_cast<double>(macros.size());
    std::uint32_t first = 0;
    for (const WidePort& pin : pins) {
      add(pin, macros[i] + ".", static_cast<double>(i) / count, static_cast<double>(i + 1) / count, 1, first, all);
      first += pin.bits;
    }
  }
  return unit;
}

PlacementTask task_of(WiredUnit& unit, const DrawnSizes& sizes, double used) {
  PlacementTask task;
  for (const Gates::Gate& gate : unit.gates) {
    const auto size = sizes.find(gate.type);
    if (size == sizes.end()) throw std::runtime_error(fmt::format("the .lef has no cell {}", gate.type));
    task.widths.push_back(size->second.width);
    task.row_height = size->second.height;
  }
  shape_die(task, used);
  task.nets.resize(unit.nets());
  const auto end = [&](Gates::Net net, std::size_t of) {
    std::vector<std::uint32_t>& ends = task.nets[net];
    const bool known = std::find(ends.begin(), ends.end(), of) != ends.end();
    if (net != unit.clock && unit.constant[net].empty() && !known) ends.push_back(static_cast<std::uint32_t>(of));
  };
  for (std::size_t gate = 0; gate < unit.gates.size(); ++gate)
    for (const Gates::Pin& pin : unit.gates[gate].pins) end(pin.net, gate);
  for (std::size_t port = 0; port < unit.ports.size(); ++port) {
    unit.ports[port].at.x *= task.row_width;
    unit.ports[port].at.y *= task.height();
    task.fixed.push_back(unit.ports[port].at);
    end(unit.ports[port].net, unit.gates.size() + port);
  }
  return task;
}

double wire_um(const WiredUnit& unit) {
  double sum = 0;
  for (const std::vector<NetEnd>& ends : ends_of(unit)) sum += length_of(ends);
  return sum;
}

std::string verilog_of(const WiredUnit& unit) {
  std::string ports = kClock;
  std::string declared = "  input clk_i;\n";
  for (const WiredUnit::Port& port : unit.ports) {
    ports += fmt::format(", n{}", port.net);
    declared += fmt::format("  {} n{};\n", port.output ? "output" : "input", port.net);
  }
  std::string text = fmt::format("module {}({});\n{}", kTop, ports, declared);
  auto out = std::back_inserter(text);
  for (std::size_t gate = 0; gate < unit.gates.size(); ++gate) {
    fmt::format_to(out, "  {} g{} (", unit.gates[gate].type, gate);
    const char* comma = "";
    for (const Gates::Pin& pin : unit.gates[gate].pins) {
      const std::string& constant = unit.constant[pin.net];
      const std::string net = pin.net == unit.clock ? kClock
                              : constant.empty()    ? fmt::format("n{}", pin.net)
                                                    : constant;
      fmt::format_to(out, "{}.{}({})", comma, pin.name, net);
      comma = ", ";
    }
    text += ");\n";
  }
  return text + "endmodule\n";
}

std::string spef_of(const WiredUnit& unit, const WireKind& kind) {
  std::string text = fmt::format(
      "*SPEF \"IEEE 1481-1998\"\n*DESIGN \"{}\"\n*DATE \"\"\n*VENDOR \"\"\n"
      "*PROGRAM \"\"\n*VERSION \"\"\n*DESIGN_FLOW \"\"\n*DIVIDER /\n*DELIMITER :\n"
      "*BUS_DELIMITER [ ]\n*T_UNIT 1 NS\n*C_UNIT 1 PF\n*R_UNIT 1 OHM\n"
      "*L_UNIT 1 HENRY\n",
      kTop);
  auto out = std::back_inserter(text);
  const std::vector<std::vector<NetEnd>> all = ends_of(unit);
  for (std::size_t net = 0; net < all.size(); ++net) {
    const std::vector<NetEnd>& ends = all[net];
    const auto driver = std::find_if(ends.begin(), ends.end(), [](const NetEnd& end) { return end.drives; });
    if (ends.size() < 2 || driver == ends.end()) continue;
    const double farads = kind.pf(length_of(ends));
    fmt::format_to(out, "*D_NET n{} {:.6f}\n*CONN\n", net, farads);
    for (const NetEnd& end : ends) {
      // From outside of the unit an input port drives.
      fmt::format_to(out, "{} {} {}\n", end.port ? "*P" : "*I", end.name, end.drives == end.port ? "I" : "O");
    }
    const double of_input = farads / 2 / static_cast<double>(ends.size() - 1);
    text += "*CAP\n";
    int number = 0;
    for (const NetEnd& end : ends) {
      fmt::format_to(out, "{} {} {:.6f}\n", ++number, end.name, &end == &*driver ? farads / 2 : of_input);
    }
    text += "*RES\n";
    number = 0;
    for (const NetEnd& end : ends) {
      if (&end == &*driver) continue;
      const double way = std::fabs(end.at.x - driver->at.x) + std::fabs(end.at.y - driver->at.y);
      constexpr double kLeast = 0.01;  // ohm
      fmt::format_to(out, "{} {} {} {:.3f}\n", ++number, driver->name, end.name,
                     std::max(kLeast, way * kind.ohm_per_um));
    }
    text += "*END\n";
  }
  return text;
}

namespace {

namespace fs = std::filesystem;

constexpr double kUmPerMm = 1000;
constexpr double kUm2PerMm2 = 1e6;

double area_of(const WiredUnit& unit, const DrawnSizes& sizes) {
  double area = 0;
  for (const Gates::Gate& gate : unit.gates) area += sizes.at(gate.type).area();
  return area;
}

/// What the layers for wires have, without the lowest, which the cells fill; what a micrometre has,
/// the mean of the three above it, which take most wires.
void add_layers(WireReport& report, const std::string& lef, const std::string& name) {
  const std::vector<RoutingLayer> all = read_routing_layers(lef, name);
  if (all.size() < 2) throw std::runtime_error(name + ": expected two layers for wires or more");
  report.layers = all.size() - 1;
  const std::size_t taken = std::min<std::size_t>(3, report.layers);
  for (std::size_t i = 1; i < all.size(); ++i) {
    report.tracks_mm_per_mm2 += kUmPerMm / all[i].pitch;
    if (i > taken) continue;
    report.ground.ff_per_um += all[i].ff_per_um / static_cast<double>(taken);
    report.ground.ohm_per_um += all[i].ohm_per_um / static_cast<double>(taken);
  }
}

/// The processor time, then a line for each cell.
std::string text_of(const std::vector<Point>& cells, double seconds) {
  std::string text = fmt::format("{:.1f}\n", seconds);
  for (const Point& cell : cells) text += fmt::format("{:.3f} {:.3f}\n", cell.x, cell.y);
  return text;
}

/// Times `unit` as placed by `places`.
WireRun timed_run(const Costing& costing, WiredUnit unit, const std::string& places, const WireKind& ground,
                  const WireSettings& settings, std::uint64_t seed) {
  WireRun run;
  run.seed = seed;
  std::istringstream text(places);
  text >> run.seconds;
  for (Point& cell : unit.at) text >> cell.x >> cell.y;
  run.length = wire_um(unit) / kUmPerMm;
  const WireKind kind{settings.ff_per_um, ground.ohm_per_um};
  const auto period_of = [&](const WiredUnit& of, const WireKind& wires) {
    return costing.timed(verilog_of(of), spef_of(of, wires)).period;
  };
  WiredUnit unwired = unit;
  const WireKind none;
  mend_drivers(unwired, costing.cells(), none);
  run.unwired = period_of(unwired, none);
  run.ground = period_of(unit, ground);
  run.period = period_of(unit, kind);
  run.mended = run.period;
  run.area = area_of(unit, costing.sizes());
  const MendedDrivers mended = mend_drivers(unit, costing.cells(), kind);
  const double then = period_of(unit, kind);
  if (then >= run.period) return run;
  run.enlarged = mended.resized;
  run.buffers = mended.buffers;
  run.copies = mended.copies;
  run.mended = then;
  run.area = area_of(unit, costing.sizes());
  return run;
}

}  // namespace

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WireRun, seed, length, unwired, ground, period, mended, enlarged, buffers, copies,
                                   area, seconds)

double WireReport::differ(double WireRun::*figure) const {
  const auto [least, most] = std::minmax_element(
      runs.begin(), runs.end(), [&](const WireRun& a, const WireRun& b) { return a.*figure < b.*figure; });
  return (*most).*figure / (*least).*figure - 1;
}

double WireReport::die_mm2(const WireSettings& settings) const {
  return mean(&WireRun::area) / settings.used / kUm2PerMm2;
}

double WireReport::wires_mm2(const WireSettings& settings) const {
  return mean(&WireRun::length) / (tracks_mm_per_mm2 * settings.tracks_used);
}

double WireReport::area_mm2(const WireSettings& settings) const {
  return std::max(die_mm2(settings), wires_mm2(settings));
}

WireReport wires_of(const Costing& costing, const Design& design, const WireSettings& settings,
                    const Costing::Message& message) {
  const fs::path& dir = costing.folder();
  const sysc::ScratchDir scratch(dir / fmt::format("wires-{}.tmp", getpid()));
  WireReport report;
  report.period_without = costing.cost(design).path.period;
  const std::string flat = costing.netlist(design);
  const std::string lef = sysc::read_file(costing.library().lef);
  add_layers(report, lef, costing.library().lef.string());
  WiredUnit unit = wired_unit(Gates(flat, costing.cells(), 0), read_ports(flat));
  const PlacementTask task = task_of(unit, costing.sizes(), settings.used);
  report.area = area_of(unit, costing.sizes());
  for (const std::vector<std::uint32_t>& net : task.nets) report.nets += net.size() > 1 ? 1 : 0;
  for (std::uint64_t seed = 1; seed <= settings.seeds; ++seed) {
    constexpr const char* kPlacer = "6";  // versions
    constexpr const char* kTimer = "3";
    const std::string how = fmt::format("{} {} {} {}", settings.used, seed, settings.moves, kPlacer);
    const fs::path places = dir / ("placed-" + hash_of({flat, lef, how}));
    const auto place_cells = [&] {
      message(fmt::format("placing {} cells, seed {} (first use; kept in {})", unit.gates.size(), seed, dir.string()));
      const double start = seconds_of_this_thread();
      const std::vector<Point> cells = place(task, seed, settings.moves);
      return text_of(cells, seconds_of_this_thread() - start);
    };
    const fs::path times = dir / ("wires-" + hash_of({places, costing.liberty_text(), costing.tools(),
                                                      fmt::format("{} {}", settings.ff_per_um, kTimer)}));
    const std::string run = kept(times, scratch.path(), [&] {
      const std::string placed = kept(places, scratch.path(), place_cells);
      return nlohmann::json(timed_run(costing, unit, placed, report.ground, settings, seed)).dump();
    });
    report.runs.push_back(nlohmann::json::parse(run));
    // Mending that does not help is not used.
    double& unwired = report.runs.back().unwired;
    unwired = std::min(unwired, report.period_without);
  }
  return report;
}

}  // namespace superwarp::cost
