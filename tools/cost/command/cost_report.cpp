// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/command/cost_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "model/machine/rpu_info.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/report.h"
#include "sim/draw/text.h"
#include "tools/cost/command/cost.h"

namespace superwarp::cli {
namespace {

using cost::Cost;
using cost::EnergyReport;
using cost::WireReport;
using cost::WireRun;

constexpr double kPercent = 100;

/// The modules of the design, frame first, with the parameters that they are synthesised with.
std::vector<cost::Part> modules_of(const cost::Design& design) {
  const cost::Part frame = cost::frame_of(design);
  std::vector<cost::Part> modules = {frame};
  modules.insert(modules.end(), frame.parts.begin(), frame.parts.end());
  return modules;
}

Json design_json(const cost::Design& design) {
  const Machine& machine = design.machine;
  const RpuInfo& rpu = rpu_info(machine.rpu);
  if (design.lane_memory)
    return {{"name", cost::kLaneMemory},
            {"width", machine.width},
            {"banks", machine.whole_banks()},
            {"rows", machine.rows},
            {"data_bits", design.data_bits}};
  Json json = {{"name", machine_name(machine.kind)},
               {"width", machine.width},
               {"banks", machine.whole_banks()},
               {"super_warp", machine.super_warp},
               {"rpu", rpu.name},
               {"mapping", machine.mapping},
               {"rows", machine.rows},
               {"data_bits", design.data_bits}};
  for (const std::string& name : rpu_option_names()) {
    const RpuOption* const option = rpu.option(name);
    json[name] = option != nullptr ? rpu_option_json(*option, machine.streaming) : Json(nullptr);
  }
  if (machine.ports > 1) json["ports"] = machine.ports;
  if (machine.bank_words > 1) json["bank_words"] = machine.bank_words;
  if (machine.regions.any()) json["regions"] = machine.regions.count();
  if (machine.regions.is_table()) json["region_table"] = true;
  if (machine.regions.off != kUsualOff) json["off_mapping"] = machine.regions.off;
  return json;
}

Json form_json(const cost::Design& design) {
  Json form = Json::object();
  for (const cost::Part& part : modules_of(design)) {
    Json& parameters = form[part.module] = Json::object();
    for (const std::string& parameter : part.parameters) {
      const std::size_t equals = parameter.find('=');
      std::string value = parameter.substr(equals + 1);
      value.erase(std::remove(value.begin(), value.end(), '"'), value.end());
      parameters[parameter.substr(0, equals)] = value;
    }
  }
  return form;
}

/// An array with what `json_of` makes of each of `all`.
template <typename All, typename Of>
Json each(const All& all, const Of& json_of) {
  Json json = Json::array();
  for (const auto& one : all) json.push_back(json_of(one));
  return json;
}

Json spread_json(const cost::Spread& spread) {
  const auto range = [](const cost::Range& of) {
    return Json{{"least", of.least}, {"median", of.median}, {"most", of.most}};
  };
  return {{"runs", each(spread.runs,
                        [](const cost::Spread::Run& run) {
                          return Json{{"setting", cost::mapper_settings()[run.mapper.setting].name},
                                      {"seed", run.mapper.seed},
                                      {"area_um2", run.area},
                                      {"clock_ns", run.period}};
                        })},
          {"area_um2", range(spread.area)},
          {"clock_ns", range(spread.period)}};
}

std::string spread_lines(const cost::Spread& spread) {
  const auto line = [](const char* name, const cost::Range& range, int digits) {
    return fmt::format("    {:<18} {:>10.{}f} {:>10.{}f} {:>10.{}f} {:>7.1f} %\n", name, range.least, digits,
                       range.median, digits, range.most, digits, kPercent * (range.most / range.least - 1));
  };
  return fmt::format("  spread of {} runs of the mapper, {} settings with {} orders of the gates\n", spread.runs.size(),
                     cost::mapper_settings().size(), cost::kSpreadSeeds) +
         fmt::format("    {:<18} {:>10} {:>10} {:>10} {:>9}\n", "", "least", "median", "most", "more") +
         line("um2", spread.area, 0) + line("clock, ns", spread.period, 2);
}

Json wire_json(const WireReport& report, const cost::WireSettings& settings) {
  return {{"rows_used", settings.used},
          {"tracks_used", settings.tracks_used},
          {"moves", settings.moves},
          {"ff_per_um", settings.ff_per_um},
          {"ground_ff_per_um", report.ground.ff_per_um},
          {"ohm_per_um", report.ground.ohm_per_um},
          {"tracks_mm_per_mm2", report.tracks_mm_per_mm2},
          {"layers", report.layers},
          {"nets", report.nets},
          {"area_um2", report.area},
          {"clock_without_ns", report.period_without},
          {"wire_mm", report.mean(&WireRun::length)},
          {"clock_ns", report.mean(&WireRun::period)},
          {"clock_mended_ns", report.mean(&WireRun::mended)},
          {"area_mm2", report.area_mm2(settings)},
          {"runs", each(report.runs, [](const WireRun& run) {
             return Json{{"seed", run.seed},
                         {"wire_mm", run.length},
                         {"clock_without_mended_ns", run.unwired},
                         {"clock_ground_ns", run.ground},
                         {"clock_ns", run.period},
                         {"clock_mended_ns", run.mended},
                         {"enlarged", run.enlarged},
                         {"buffers", run.buffers},
                         {"copies", run.copies},
                         {"area_mended_um2", run.area},
                         {"seconds", run.seconds}};
           })}};
}

std::string wire_lines(const WireReport& report, const cost::WireSettings& settings) {
  constexpr double kUm2PerMm2 = 1e6;
  constexpr double kUmPerMm = 1000;
  double seconds = 0;
  for (const WireRun& run : report.runs) seconds = std::max(seconds, run.seconds);
  const double length = report.mean(&WireRun::length);
  std::string text = fmt::format(
      "  wires, of {} placements that took up to {:.0f} s; rows {:.0f} % full, banks above, lanes "
      "below\n    {:<34} {:>9} {:>10}\n",
      report.runs.size(), seconds, kPercent * settings.used, "", "mean", "differ");
  const auto line = [&](const std::string& name, double WireRun::*figure, int digits) {
    text += fmt::format("    {:<34} {:>9.{}f} {:>8.1f} %\n", name, report.mean(figure), digits,
                        kPercent * report.differ(figure));
  };
  const auto plain = [&](const std::string& name, double value, int digits) {
    text += fmt::format("    {:<34} {:>9.{}f}\n", name, value, digits);
  };
  line("wire, mm", &WireRun::length, 0);
  plain("mean of a net, um", length * kUmPerMm / static_cast<double>(report.nets), 0);
  plain("clock without wires, ns", report.period_without, 2);
  line("the same, drivers mended", &WireRun::unwired, 2);
  line(fmt::format("with wires, {:.2f} fF/um of the .lef", report.ground.ff_per_um), &WireRun::ground, 2);
  line(fmt::format("with wires, {:.2f} fF/um", settings.ff_per_um), &WireRun::period, 2);
  line("the same, drivers mended", &WireRun::mended, 2);
  plain("changes of a gate's size", report.mean(&WireRun::enlarged), 0);
  plain("buffers added", report.mean(&WireRun::buffers), 0);
  plain("copies of gates added", report.mean(&WireRun::copies), 0);
  line("um2 of cells then", &WireRun::area, 0);
  plain(fmt::format("layers that wires fill, of {}", report.layers),
        static_cast<double>(report.layers) * length / report.tracks_mm_per_mm2 /
            (report.area / settings.used / kUm2PerMm2),
        2);
  plain("mm2 of rows", report.die_mm2(settings), 3);
  plain(fmt::format("mm2 that hold the tracks, {:.0f} % used", kPercent * settings.tracks_used),
        report.wires_mm2(settings), 3);
  plain("mm2, the larger of both", report.area_mm2(settings), 3);
  return text;
}

/// Where the energy of a run goes.
struct EnergyPart {
  const char* key;
  std::string name;
  double EnergyReport::*pj;
};

std::vector<EnergyPart> energy_parts(const EnergyOptions& options) {
  return {{"cells_pj", "inside cells", &EnergyReport::cells},
          {"pins_pj", "inputs of cells", &EnergyReport::pins},
          {"wires_pj", fmt::format("wires, {:g} um", options.settings.wire_um), &EnergyReport::wires},
          {"clock_pj", "clock pins", &EnergyReport::clock},
          {"leakage_pj", "leakage", &EnergyReport::leakage}};
}

double of_request(double figure, const EnergyReport& report) { return figure / static_cast<double>(report.requests); }

double banks_of_request(const EnergyReport& report) {
  return of_request(report.sram * static_cast<double>(report.accesses), report);
}

Json energy_json(const EnergyReport& report, const EnergyOptions& options) {
  Json json = {{"workload", options.workload.name},
               {"dispatches", options.dispatches},
               {"wire_um", options.settings.wire_um},
               {"requests", report.requests},
               {"accesses", report.accesses},
               {"cycles", report.cycles},
               {"period_ns", report.period},
               {"toggles_per_net_cycle", report.toggles},
               {"pj_per_request", of_request(report.sum(), report)}};
  for (const EnergyPart& part : energy_parts(options)) json[part.key] = of_request(report.*part.pj, report);
  json["banks_pj"] = banks_of_request(report);
  json["seconds"] = report.seconds;
  json["units_pj"] = Json::object();
  for (const auto& [unit, energy] : report.by_unit) json["units_pj"][unit] = of_request(energy, report);
  return json;
}

std::string energy_lines(const EnergyReport& report, const EnergyOptions& options) {
  std::string text = fmt::format(
      "  energy, {}: {} requests in {} cycles of {:.2f} ns, {:.3f} toggles of a net in a "
      "cycle; simulated in {:.0f} s\n    pJ a request\n",
      options.workload.name, report.requests, report.cycles, report.period, report.toggles, report.seconds);
  const auto line = [&](const std::string& name, double energy) {
    text += fmt::format("    {:<18} {:>8.2f} {:>6.1f} %\n", name, of_request(energy, report),
                        kPercent * energy / report.sum());
  };
  for (const EnergyPart& part : energy_parts(options)) line(part.name, report.*part.pj);
  line("sum", report.sum());
  for (const auto& [unit, energy] : report.by_unit) line("of that " + unit, energy);
  if (report.accesses == 0) return text;  // banks that answer at once are no SRAMs
  return text + fmt::format(
                    "    {:<18} {:>8.2f}        {:.2f} accesses of {:.1f} pJ, scaled from "
                    "published figures\n",
                    "banks beside it", banks_of_request(report),
                    of_request(static_cast<double>(report.accesses), report), report.sram);
}

std::string title(const cost::Design& design, const cost::Library& library) {
  const Machine& machine = design.machine;
  if (design.lane_memory)
    return fmt::format("{}, width {}{}, {} rows of {} bits, by the cells {}\n", cost::kLaneMemory, machine.width,
                       banks_note(machine), machine.rows, design.data_bits, library.name);
  const std::string regions = machine.regions.any()
                                  ? fmt::format(" in {}{}{}", machine.regions.is_table() ? "a table of " : "",
                                                draw::counted(machine.regions.count(), "region"),
                                                machine.regions.off == kUsualOff ? "" : ", else " + machine.regions.off)
                                  : "";
  return fmt::format("{}, width {}{}{}, {}{}{}, {} rows of {} bits{}, by the cells {}\n", machine_name(machine.kind),
                     machine.width, banks_note(machine), rpu_note(machine), machine.mapping, regions,
                     design.sram_tables ? " in SRAMs, which are left out" : "", machine.rows, design.data_bits,
                     design.at_once ? " that answer at once" : "", library.name);
}

/// The critical path; consecutive cells of one unit share a line.
std::string path_lines(const Cost& cost) {
  const std::vector<cost::PathStep>& steps = cost.path.steps;
  std::string text = "  critical path        cells      ns\n";
  for (std::size_t i = 0; i < steps.size();) {
    std::size_t end = i;
    double ns = 0;
    std::size_t gates = 0;
    for (; end < steps.size() && steps[end].unit == steps[i].unit; ++end) {
      ns += steps[end].delay;
      gates += steps[end].gate ? 1 : 0;
    }
    const bool outer = i == 0 || end == steps.size();  // an end of the path, if that is no gate
    const cost::PathStep& at = steps[i == 0 ? 0 : end - 1];
    text += fmt::format("    {:<18} {:>5} {:>7.2f}{}\n", steps[i].unit.empty() ? "port" : steps[i].unit, gates, ns,
                        outer && !at.gate && !at.name.empty() ? "  " + at.name : "");
    i = end;
  }
  return text + fmt::format("    {:<18} {:>5} {:>7.2f}\n", "setup", "", cost.path.setup);
}

std::string table(const CostReport& report, const cost::Costing& costing) {
  const Cost& cost = *report.cost;
  std::string text = fmt::format("  {:<6} {:>12} {:>10} {:>9} {:>11}\n", "unit", "um2", "gates", "cells", "flip-flops");
  const auto line = [&](const cost::UnitCost& unit) {
    text += fmt::format("  {:<6} {:>12.0f} {:>10.0f} {:>9} {:>11}\n", unit.unit, unit.area,
                        unit.area / (cost.all.area / cost.gate_equivalents), unit.cells, unit.flip_flops);
  };
  if (cost.units.size() > 1) std::for_each(cost.units.begin(), cost.units.end(), line);
  line(cost.all);
  constexpr double kMegahertz = 1000;
  text += fmt::format("  clock  {:.2f} ns ({:.0f} MHz), {} cells deep\n", cost.path.period,
                      kMegahertz / cost.path.period, cost.depth);
  text += path_lines(cost) + "  form\n";
  for (const cost::Part& part : modules_of(report.design))
    text += fmt::format("    {}: {}\n", part.module, fmt::join(part.parameters, " "));
  double seconds = 0;
  for (const cost::Made& made : cost.made) seconds += made.seconds;
  text += fmt::format("  synthesis and timing took {:.0f} s of processor time, once\n", seconds);
  if (!costing.mended().empty())
    text += fmt::format("  areas in um2 as drawn in {}, not as in {}: {}\n", costing.library().lef.filename().string(),
                        costing.library().liberty.filename().string(), said(costing.mended()));
  return text + fmt::format("  {}\n", kLeftOutOfCosts);
}

}  // namespace

Json cost_json(const CostReport& report, const cost::Costing& costing) {
  const cost::Design& design = report.design;
  const std::optional<Cost>& cost = report.cost;
  Json json = result_of("superwarp.cost/1");
  json["machine"] = design_json(design);
  json["flat"] = design.flat;
  json["at_once"] = design.at_once;
  json["sram_tables"] = design.sram_tables;
  json["form"] = form_json(design);
  json["library"] = {{"name", costing.library().name},
                     {"cells", costing.library().description},
                     {"mended", each(costing.mended(), [](const cost::MendedArea& area) {
                        return Json{{"cell", area.cell}, {"lib_um2", area.stated}, {"lef_um2", area.drawn}};
                      })}};
  json["tools"] = costing.tools();
  json["left_out"] = kLeftOutOfCosts;
  json["unfinished"] = or_null(report.unfinished);
  json["area_um2"] = cost ? Json(cost->all.area) : Json(nullptr);
  json["gate_equivalents"] = or_null(cost, &Cost::gate_equivalents);
  json["cells"] = cost ? Json(cost->all.cells) : Json(nullptr);
  json["flip_flops"] = cost ? Json(cost->all.flip_flops) : Json(nullptr);
  json["clock_ns"] = cost ? Json(cost->path.period) : Json(nullptr);
  json["depth"] = or_null(cost, &Cost::depth);
  const Cost found = cost.value_or(Cost());
  json["units"] = each(found.units, [](const cost::UnitCost& unit) {
    return Json{{"unit", unit.unit}, {"area_um2", unit.area}, {"cells", unit.cells}, {"flip_flops", unit.flip_flops}};
  });
  json["path"] = each(found.path.steps, [](const cost::PathStep& step) {
    return Json{{"unit", step.unit}, {"name", step.name}, {"cell", step.cell}, {"ns", step.delay}};
  });
  json["made"] = each(found.made, [](const cost::Made& made) {
    return Json{{"name", made.name}, {"seconds", made.seconds}};
  });
  if (cost) json["setup_ns"] = cost->path.setup;
  if (report.spread) json["spread"] = spread_json(*report.spread);
  if (report.wires) json["wires"] = wire_json(*report.wires, report.wire_settings);
  if (report.energy) json["energy"] = energy_json(*report.energy, report.energy_options);
  return json;
}

std::string cost_lines(const CostReport& report, const cost::Costing& costing) {
  std::string text = title(report.design, costing.library());
  if (report.cost) text += table(report, costing);
  if (report.spread) text += spread_lines(*report.spread);
  if (report.wires) text += wire_lines(*report.wires, report.wire_settings);
  if (report.energy) text += energy_lines(*report.energy, report.energy_options);
  if (!report.unfinished.empty()) text += fmt::format("  not finished: {}; raise --limit\n", report.unfinished);
  return text;
}

}  // namespace superwarp::cli
