// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/wires.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sysc/cache_files.h"
#include "sysc/command.h"
#include "sysc/content_hash.h"
#include "tools/cost/drawn_area.h"
#include "tools/cost/kept.h"
#include "tools/cost/mend.h"

namespace superwarp::cost {
namespace {

namespace fs = std::filesystem;

constexpr double kUmPerMm = 1000;
constexpr double kUm2PerMm2 = 1e6;

double processor_seconds() {
  return static_cast<double>(std::clock()) / static_cast<double>(CLOCKS_PER_SEC);
}

double area_of(const WiredUnit& unit, const DrawnSizes& sizes) {
  double area = 0;
  for (const Gates::Gate& gate : unit.gates) area += sizes.at(gate.type).area();
  return area;
}

/// Layers for wires, without the lowest, which the cells fill; what a micrometre has, the mean of
/// the three above it, which take most wires.
struct Layers {
  explicit Layers(const Library& library);
  double tracks = 0;  ///< mm per mm2
  std::size_t count = 0;
  WireKind ground;
};

Layers::Layers(const Library& library) {
  const std::vector<RoutingLayer> all =
      read_routing_layers(sysc::read_file(library.lef), library.lef.string());
  if (all.size() < 2)
    throw std::runtime_error(library.lef.string() + ": expected two layers for wires or more");
  constexpr std::size_t kMost = 3;
  const std::size_t taken = std::min(kMost, all.size() - 1);
  for (std::size_t i = 1; i < all.size(); ++i) {
    tracks += kUmPerMm / all[i].pitch;
    if (i > taken) continue;
    ground.ff_per_um += all[i].ff_per_um / static_cast<double>(taken);
    ground.ohm_per_um += all[i].ohm_per_um / static_cast<double>(taken);
  }
  count = all.size() - 1;
}

nlohmann::json json_of(const WireRun& run) {
  return {{"seed", run.seed},
          {"length", run.length_mm},
          {"unwired", run.period_unwired},
          {"ground", run.period_ground},
          {"period", run.period},
          {"mended", run.period_mended},
          {"enlarged", run.enlarged},
          {"buffers", run.buffers},
          {"copies", run.copies},
          {"area", run.area_mended},
          {"seconds", run.seconds}};
}

WireRun run_of(const nlohmann::json& json) {
  return {json.at("seed"),   json.at("length"), json.at("unwired"),  json.at("ground"),
          json.at("period"), json.at("mended"), json.at("enlarged"), json.at("buffers"),
          json.at("copies"), json.at("area"),   json.at("seconds")};
}

/// The processor time, then a line for each cell.
std::string text_of(const std::vector<Point>& cells, double seconds) {
  std::string text = fmt::format("{:.1f}\n", seconds);
  for (const Point& cell : cells) text += fmt::format("{:.3f} {:.3f}\n", cell.x, cell.y);
  return text;
}

/// Times `unit` as placed by `places`.
WireRun timed_run(const Costing& costing, WiredUnit unit, const std::string& places,
                  const DrawnSizes& sizes, const CellModels& models, const Layers& layers,
                  const WireSettings& settings, std::uint64_t seed) {
  WireRun run;
  run.seed = seed;
  std::istringstream text(places);
  text >> run.seconds;
  for (Point& cell : unit.at) text >> cell.x >> cell.y;
  run.length_mm = lengths_of(unit).sum / kUmPerMm;
  const WireKind kind{settings.ff_per_um, layers.ground.ohm_per_um};
  const auto period_of = [&](const WiredUnit& of, const WireKind& wires) {
    return costing.timed(verilog_of(of), spef_of(of, wires)).period;
  };
  WiredUnit unwired = unit;
  const WireKind none;
  mend_drivers(unwired, models, none);
  run.period_unwired = period_of(unwired, none);
  run.period_ground = period_of(unit, layers.ground);
  run.period = period_of(unit, kind);
  run.period_mended = run.period;
  run.area_mended = area_of(unit, sizes);
  const MendedDrivers mended = mend_drivers(unit, models, kind);
  const double then = period_of(unit, kind);
  if (then >= run.period) return run;
  run.enlarged = mended.resized;
  run.buffers = mended.buffers;
  run.copies = mended.copies;
  run.period_mended = then;
  run.area_mended = area_of(unit, sizes);
  return run;
}

}  // namespace

double WireReport::mean(double WireRun::*figure) const {
  double sum = 0;
  for (const WireRun& run : runs) sum += run.*figure;
  return sum / static_cast<double>(runs.size());
}

double WireReport::differ(double WireRun::*figure) const {
  const auto [least, most] = std::minmax_element(
      runs.begin(), runs.end(),
      [&](const WireRun& a, const WireRun& b) { return a.*figure < b.*figure; });
  return (*most).*figure / (*least).*figure - 1;
}

double WireReport::die_mm2(const WireSettings& settings) const {
  return mean(&WireRun::area_mended) / settings.used / kUm2PerMm2;
}

double WireReport::wires_mm2(const WireSettings& settings) const {
  return mean(&WireRun::length_mm) / (tracks_mm_per_mm2 * settings.tracks_used);
}

double WireReport::area_mm2(const WireSettings& settings) const {
  return std::max(die_mm2(settings), wires_mm2(settings));
}

WireReport wires_of(const Costing& costing, const Design& design, const WireSettings& settings,
                    const Costing::Message& message) {
  const fs::path dir = sysc::default_cache_dir() / "cost";
  const sysc::ScratchDir scratch(dir / fmt::format("wires-{}.tmp", getpid()));
  const Cost cost = costing.cost(design);
  costing.write_netlist(design, scratch.path() / "netlist.v");
  const std::string flat = sysc::read_file(scratch.path() / "netlist.v");
  const std::string lef = sysc::read_file(costing.library().lef);
  const DrawnSizes sizes = read_drawn_sizes(lef, costing.library().lef.string());
  const CellModels models = read_cell_models(costing.liberty_text(), "the library");
  const Layers layers(costing.library());
  std::istringstream text(flat);
  const Gates gates(text, models, 0);
  std::istringstream ports_text(flat.substr(0, flat.find("endmodule")));
  const NetlistPorts ports = read_ports(ports_text);
  WiredUnit unit = wired_unit(gates, ports);
  const PlacementTask task = task_of(unit, sizes, settings.used);

  WireReport report;
  report.area = area_of(unit, sizes);
  report.period_without = cost.path.period;
  report.ground_ff_per_um = layers.ground.ff_per_um;
  report.ohm_per_um = layers.ground.ohm_per_um;
  report.tracks_mm_per_mm2 = layers.tracks;
  report.layers = layers.count;
  for (const std::vector<std::uint32_t>& net : task.nets) report.nets += net.size() > 1 ? 1 : 0;
  const auto file_of = [&](const char* what, const std::vector<std::string>& of) {
    sysc::ContentHash hash;
    for (const std::string& one : of) hash.add(one);
    return dir / fmt::format("{}-{}", what, hash.hex());
  };
  // What is kept in `file`, made if it is not there as it was made.
  const auto kept_or = [&](const fs::path& file, const auto& make) {
    if (auto found = kept(file)) return *found;
    std::string text = make();
    keep(file, text, scratch.path());
    return text;
  };
  for (std::uint64_t seed = 1; seed <= settings.seeds; ++seed) {
    constexpr const char* kPlacer = "6";  // versions
    constexpr const char* kTimer = "3";
    const fs::path places = file_of(
        "placed",
        {flat, lef, fmt::format("{} {} {} {}", settings.used, seed, settings.moves, kPlacer)});
    const fs::path times = file_of("wires", {places, costing.liberty_text(), costing.tools(),
                                             fmt::format("{} {}", settings.ff_per_um, kTimer)});
    const std::string run = kept_or(times, [&] {
      const std::string placed = kept_or(places, [&] {
        message(fmt::format("placing {} cells, seed {} (first use; kept in {})", unit.gates.size(),
                            seed, dir.string()));
        const double start = processor_seconds();
        const Placement placement = place(task, seed, settings.moves);
        return text_of(placement.cells, processor_seconds() - start);
      });
      return json_of(timed_run(costing, unit, placed, sizes, models, layers, settings, seed))
          .dump();
    });
    report.runs.push_back(run_of(nlohmann::json::parse(run)));
    // Mending that does not help is not used.
    double& unwired = report.runs.back().period_unwired;
    unwired = std::min(unwired, report.period_without);
  }
  return report;
}

}  // namespace superwarp::cost
