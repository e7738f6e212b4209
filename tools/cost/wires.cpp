// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/wires.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "tools/cost/kept.h"
#include "tools/cost/mend.h"

namespace superwarp::cost {
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
WireRun timed_run(const Costing& costing, WiredUnit unit, const std::string& places,
                  const WireKind& ground, const WireSettings& settings, std::uint64_t seed) {
  WireRun run;
  run.seed = seed;
  std::istringstream text(places);
  text >> run.seconds;
  for (Point& cell : unit.at) text >> cell.x >> cell.y;
  run.length = lengths_of(unit).sum / kUmPerMm;
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

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WireRun, seed, length, unwired, ground, period, mended, enlarged,
                                   buffers, copies, area, seconds)

double WireReport::differ(double WireRun::*figure) const {
  const auto [least, most] = std::minmax_element(
      runs.begin(), runs.end(),
      [&](const WireRun& a, const WireRun& b) { return a.*figure < b.*figure; });
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
    const std::string how =
        fmt::format("{} {} {} {}", settings.used, seed, settings.moves, kPlacer);
    const fs::path places = dir / ("placed-" + hash_of({flat, lef, how}));
    const auto place_cells = [&] {
      message(fmt::format("placing {} cells, seed {} (first use; kept in {})", unit.gates.size(),
                          seed, dir.string()));
      const double start = seconds_of_this_thread();
      const Placement placement = place(task, seed, settings.moves);
      return text_of(placement.cells, seconds_of_this_thread() - start);
    };
    const fs::path times =
        dir / ("wires-" + hash_of({places, costing.liberty_text(), costing.tools(),
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
