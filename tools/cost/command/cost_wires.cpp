// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/command/cost_wires.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/cli/common_options.h"
#include "sim/cli/usage_error.h"

namespace superwarp::cli {
namespace {

using cost::WireReport;
using cost::WireRun;

constexpr double kWiresPercent = 100;
constexpr double kWiresUm2PerMm2 = 1e6;
constexpr double kWiresUmPerMm = 1000;

}  // namespace

void WireOptions::add_to(App& command) {
  const std::string group = "Wires";
  Option wires =
      command
          .add_flag("--wires", wanted,
                    "also the wires: places the cells, banks on one side and lanes on the other, "
                    "and computes the clock with wires; seconds to minutes")
          .group(group);
  command.add_option("--placements", settings.seeds, "placements, each with a seed of its own")
      .capture_default_str()
      .needs(wires)
      .group(group);
  command
      .add_option("--moves", settings.moves,
                  "tries N times as many moves in a placement: placements differ less, and take N "
                  "times as long")
      .capture_default_str()
      .needs(wires)
      .group(group);
  command
      .add_option("--wire-ff", settings.ff_per_um,
                  "capacitance of a um of wire in fF, between its neighbours")
      .capture_default_str()
      .needs(wires)
      .group(group);
}

void WireOptions::check() const {
  constexpr std::uint64_t kMost = 20;
  in_range("--placements", settings.seeds, 1, kMost);
  in_range("--moves", settings.moves, 1, kMost);
  if (!(settings.ff_per_um > 0 && settings.ff_per_um <= 10))
    throw UsageError("--wire-ff: expected more than 0, at most 10");
}

std::string wire_lines(const WireReport& report, const WireOptions& options) {
  const cost::WireSettings& settings = options.settings;
  double seconds = 0;
  for (const WireRun& run : report.runs) seconds = std::max(seconds, run.seconds);
  const auto line = [&](const std::string& name, double WireRun::*figure, int digits) {
    return fmt::format("    {:<34} {:>9.{}f} {:>8.1f} %\n", name, report.mean(figure), digits,
                       kWiresPercent * report.differ(figure));
  };
  const auto plain = [](const std::string& name, double value, int digits) {
    return fmt::format("    {:<34} {:>9.{}f}\n", name, value, digits);
  };
  const double length = report.mean(&WireRun::length_mm);
  std::string text = fmt::format(
      "  wires, of {} placements that took up to {:.0f} s; rows {:.0f} % full, banks above, lanes "
      "below\n    {:<34} {:>9} {:>10}\n",
      report.runs.size(), seconds, kWiresPercent * settings.used, "", "mean", "differ");
  text += line("wire, mm", &WireRun::length_mm, 0);
  text += plain("mean of a net, um", length * kWiresUmPerMm / static_cast<double>(report.nets), 0);
  text += plain("clock without wires, ns", report.period_without, 2);
  text += line("the same, drivers mended", &WireRun::period_unwired, 2);
  text += line(fmt::format("with wires, {:.2f} fF/um of the .lef", report.ground_ff_per_um),
               &WireRun::period_ground, 2);
  text += line(fmt::format("with wires, {:.2f} fF/um", settings.ff_per_um), &WireRun::period, 2);
  text += line("the same, drivers mended", &WireRun::period_mended, 2);
  const auto count = [&](const std::string& name, std::uint64_t WireRun::*figure) {
    double sum = 0;
    for (const WireRun& run : report.runs) sum += static_cast<double>(run.*figure);
    return plain(name, sum / static_cast<double>(report.runs.size()), 0);
  };
  text += count("changes of a gate's size", &WireRun::enlarged) +
          count("buffers added", &WireRun::buffers) +
          count("copies of gates added", &WireRun::copies);
  text += line("um2 of cells then", &WireRun::area_mended, 0);
  text += plain(fmt::format("layers that wires fill, of {}", report.layers),
                static_cast<double>(report.layers) * length / report.tracks_mm_per_mm2 /
                    (report.area / settings.used / kWiresUm2PerMm2),
                2);
  text += plain("mm2 of rows", report.die_mm2(settings), 3);
  text += plain(
      fmt::format("mm2 that hold the tracks, {:.0f} % used", kWiresPercent * settings.tracks_used),
      report.wires_mm2(settings), 3);
  return text + plain("mm2, the larger of both", report.area_mm2(settings), 3);
}

Json wire_json(const WireReport& report, const WireOptions& options) {
  Json runs = Json::array();
  for (const WireRun& run : report.runs) {
    runs.push_back({{"seed", run.seed},
                    {"wire_mm", run.length_mm},
                    {"clock_without_mended_ns", run.period_unwired},
                    {"clock_ground_ns", run.period_ground},
                    {"clock_ns", run.period},
                    {"clock_mended_ns", run.period_mended},
                    {"enlarged", run.enlarged},
                    {"buffers", run.buffers},
                    {"copies", run.copies},
                    {"area_mended_um2", run.area_mended},
                    {"seconds", run.seconds}});
  }
  const cost::WireSettings& settings = options.settings;
  return {{"rows_used", settings.used},
          {"tracks_used", settings.tracks_used},
          {"moves", settings.moves},
          {"ff_per_um", settings.ff_per_um},
          {"ground_ff_per_um", report.ground_ff_per_um},
          {"ohm_per_um", report.ohm_per_um},
          {"tracks_mm_per_mm2", report.tracks_mm_per_mm2},
          {"layers", report.layers},
          {"nets", report.nets},
          {"area_um2", report.area},
          {"clock_without_ns", report.period_without},
          {"wire_mm", report.mean(&WireRun::length_mm)},
          {"clock_ns", report.mean(&WireRun::period)},
          {"clock_mended_ns", report.mean(&WireRun::period_mended)},
          {"area_mm2", report.area_mm2(settings)},
          {"runs", runs}};
}

}  // namespace superwarp::cli
