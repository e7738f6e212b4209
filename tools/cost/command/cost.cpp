// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/command/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/machine/log2.h"
#include "model/machine/nearest_name.h"
#include "model/machine/rpu_info.h"
#include "model/reference/mapping.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/report.h"
#include "sim/cli/usage_error.h"
#include "sim/draw/text.h"
#include "sim/files/message.h"
#include "tools/cost/command/cost_energy.h"
#include "tools/cost/command/cost_spread.h"
#include "tools/cost/command/cost_wires.h"

namespace superwarp::cli {

void CostSettings::add_to(App& command) {
  const std::string group = "Machine";
  command.add_option("--rows", rows, "words in each bank, a power of two")
      .capture_default_str()
      .group(group);
  command.add_option("--data-bits", data_bits, "bits of a word, an even number")
      .capture_default_str()
      .group(group);
  command.add_option("--library", library, "cell library: osu018 or osu035").capture_default_str();
  command
      .add_option(
          "--limit", limit,
          "seconds that a run of a tool may take; longer runs, or more than 8 GiB, are reported as "
          "not finished")
      .capture_default_str();
}

cost::Costing::Limits CostSettings::limits() const {
  cost::Costing::Limits limits;
  limits.seconds = std::chrono::seconds(limit);
  return limits;
}

const cost::Library& CostSettings::parse() const {
  constexpr std::uint64_t kMostRows = kAddressLimit / 2;  // of two banks
  if (!is_power_of_two(rows) || rows > kMostRows)
    throw UsageError(fmt::format("--rows {}: expected a power of two, 1 to {}", rows, kMostRows));
  constexpr std::uint64_t kMostBits = 256;
  if (data_bits < 2 || data_bits > kMostBits || data_bits % 2 != 0) {
    throw UsageError(
        fmt::format("--data-bits {}: expected an even number, 2 to {}", data_bits, kMostBits));
  }
  constexpr std::uint64_t kDay = 86400;
  in_range("--limit", limit, 1, kDay);
  std::vector<std::string> names;
  for (const cost::Library& one : cost::libraries()) names.push_back(one.name);
  const std::string known = known_name("library", library, names);
  return *std::find_if(cost::libraries().begin(), cost::libraries().end(),
                       [&](const cost::Library& one) { return one.name == known; });
}

cost::Design cost_design(Machine machine, const CostSettings& settings,
                         const std::string& rtl_dir) {
  if (machine.hierarchy)
    throw UsageError("the machine has several memories; cost each of them by itself");
  constexpr std::uint32_t kMost = 128;  // of the RTL
  in_range("--width", machine.width, 1, kMost);
  in_range("--banks", machine.bank_count(), 1, kMost);
  const std::uint64_t most_rows = kAddressLimit / machine.bank_count();
  if (settings.rows > most_rows) {
    throw UsageError(
        fmt::format("--rows {}: expected a power of two, 1 to {}", settings.rows, most_rows));
  }
  const std::string in_rtl = model::mapping_info(machine.mapping).rtl;
  if (in_rtl.empty()) {
    throw UsageError(
        fmt::format("--mapping {}: there is no hardware of it to price", machine.mapping));
  }
  machine.mapping = in_rtl;
  machine.regions.off = model::mapping_info(machine.regions.off).rtl;
  machine.rows = settings.rows;
  cost::Design design;
  design.machine = machine;
  design.data_bits = static_cast<std::uint32_t>(settings.data_bits);
  design.rtl_dir = rtl_dir;
  return design;
}

namespace {

struct CostOptions {
  MachineOptions machine;
  CostSettings settings;
  bool flat = false;
  bool sram_tables = false;
  bool at_once = false;
  std::string json;
  std::string netlist;
  EnergyOptions energy;
  bool spread = false;
  WireOptions wires;
};

/// The unit to cost and the cells to use.
struct CostQuestion {
  cost::Design design;
  const cost::Library* library;
};

CostQuestion parse(const CostOptions& options) {
  const Machine machine = options.machine.parse_one_memory();
  const cost::Library& library = options.settings.parse();
  cost::Design design = cost_design(machine, options.settings, options.machine.rtl_dir);
  design.flat = options.flat;
  design.sram_tables = options.sram_tables;
  design.at_once = options.at_once;
  if (design.sram_tables && (!cost::has_table(design.machine) || machine.rpu != Rpu::kBatch)) {
    throw UsageError(fmt::format(
        "--sram-tables: expected --mapping random-shift, random-xor or rap, and an RPU that takes "
        "batches and waits for SRAMs; this is {}{}",
        machine.mapping, rpu_note(machine)));
  }
  if (design.sram_tables && design.flat)
    throw UsageError("--sram-tables --flat: expected one of them; SRAMs separate the parts");
  return {design, &library};
}

Json design_json(const cost::Design& design) {
  const Machine& machine = design.machine;
  const RpuInfo& rpu = rpu_info(machine.rpu);
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

Json unit_json(const cost::UnitCost& unit) {
  return {{"unit", unit.unit},
          {"area_um2", unit.area},
          {"cells", unit.cells},
          {"flip_flops", unit.flip_flops}};
}

/// The modules of the design, frame first, with the parameters that they are synthesised with.
std::vector<cost::Part> modules_of(const cost::Design& design) {
  const cost::Part frame = cost::frame_of(design);
  std::vector<cost::Part> modules = {frame};
  modules.insert(modules.end(), frame.parts.begin(), frame.parts.end());
  return modules;
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

Json mended_json(const std::vector<cost::MendedArea>& mended) {
  Json json = Json::array();
  for (const cost::MendedArea& area : mended)
    json.push_back({{"cell", area.cell}, {"lib_um2", area.stated}, {"lef_um2", area.drawn}});
  return json;
}

Json cost_json(const CostQuestion& question, const cost::Costing& costing,
               const std::optional<cost::Cost>& cost, const std::string& unfinished) {
  Json json = result_of("superwarp.cost/1");
  json["machine"] = design_json(question.design);
  json["flat"] = question.design.flat;
  json["at_once"] = question.design.at_once;
  json["sram_tables"] = question.design.sram_tables;
  json["form"] = form_json(question.design);
  json["library"] = {{"name", question.library->name},
                     {"cells", question.library->description},
                     {"mended", mended_json(costing.mended())}};
  json["tools"] = costing.tools();
  json["left_out"] = kLeftOutOfCosts;
  json["unfinished"] = or_null(unfinished);
  const auto figure = [&](auto value) { return cost ? Json(value(*cost)) : Json(nullptr); };
  using cost::Cost;
  json["area_um2"] = figure([](const Cost& c) { return c.all.area; });
  json["gate_equivalents"] = figure([](const Cost& c) { return c.gate_equivalents; });
  json["cells"] = figure([](const Cost& c) { return c.all.cells; });
  json["flip_flops"] = figure([](const Cost& c) { return c.all.flip_flops; });
  json["clock_ns"] = figure([](const Cost& c) { return c.path.period; });
  json["depth"] = figure([](const Cost& c) { return c.depth; });
  json["units"] = Json::array();
  json["path"] = Json::array();
  json["made"] = Json::array();
  if (!cost) return json;
  for (const cost::UnitCost& unit : cost->units) json["units"].push_back(unit_json(unit));
  for (const cost::PathStep& step : cost->path.steps) {
    json["path"].push_back(
        {{"unit", step.unit}, {"name", step.name}, {"cell", step.cell}, {"ns", step.delay}});
  }
  for (const cost::Made& made : cost->made)
    json["made"].push_back({{"name", made.name}, {"seconds", made.seconds}});
  json["setup_ns"] = cost->path.setup;
  return json;
}

std::string title(const CostQuestion& question) {
  const Machine& machine = question.design.machine;
  const std::string regions =
      machine.regions.any()
          ? fmt::format(" in {}{}{}", machine.regions.is_table() ? "a table of " : "",
                        draw::counted(machine.regions.count(), "region"),
                        machine.regions.off == kUsualOff ? "" : ", else " + machine.regions.off)
          : "";
  return fmt::format("{}, width {}{}{}, {}{}{}, {} rows of {} bits{}, by the cells {}\n",
                     machine_name(machine.kind), machine.width, banks_note(machine),
                     rpu_note(machine), machine.mapping, regions,
                     question.design.sram_tables ? " in SRAMs, which are left out" : "",
                     machine.rows, question.design.data_bits,
                     question.design.at_once ? " that answer at once" : "", question.library->name);
}

std::string unit_line(const cost::UnitCost& unit, double gate) {
  return fmt::format("  {:<6} {:>12.0f} {:>10.0f} {:>9} {:>11}\n", unit.unit, unit.area,
                     unit.area / gate, unit.cells, unit.flip_flops);
}

/// The critical path; consecutive cells of one unit share a line.
std::string path_lines(const cost::Cost& cost) {
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
    const std::string at = i == 0 || end == steps.size() ? steps[i == 0 ? 0 : end - 1].name : "";
    const std::string named = steps[i == 0 ? 0 : end - 1].gate ? "" : at;
    text += fmt::format("    {:<18} {:>5} {:>7.2f}{}{}\n",
                        steps[i].unit.empty() ? "port" : steps[i].unit, gates, ns,
                        named.empty() ? "" : "  ", named);
    i = end;
  }
  return text + fmt::format("    {:<18} {:>5} {:>7.2f}\n", "setup", "", cost.path.setup);
}

/// What is synthesised, a line for each module.
std::string form_lines(const cost::Design& design) {
  std::string text = "  form\n";
  for (const cost::Part& part : modules_of(design))
    text += fmt::format("    {}: {}\n", part.module, fmt::join(part.parameters, " "));
  return text;
}

std::string table(const CostQuestion& question, const cost::Cost& cost,
                  const std::vector<cost::MendedArea>& mended) {
  const double gate = cost.all.area / cost.gate_equivalents;
  std::string text = title(question);
  text += fmt::format("  {:<6} {:>12} {:>10} {:>9} {:>11}\n", "unit", "um2", "gates", "cells",
                      "flip-flops");
  if (cost.units.size() > 1) {
    for (const cost::UnitCost& unit : cost.units) text += unit_line(unit, gate);
  }
  text += unit_line(cost.all, gate);
  constexpr double kMegahertz = 1000;
  text += fmt::format("  clock  {:.2f} ns ({:.0f} MHz), {} cells deep\n", cost.path.period,
                      kMegahertz / cost.path.period, cost.depth);
  double seconds = 0;
  for (const cost::Made& made : cost.made) seconds += made.seconds;
  text += path_lines(cost) + form_lines(question.design);
  text += fmt::format("  synthesis and timing took {:.0f} s of processor time, once\n", seconds);
  if (!mended.empty())
    text += fmt::format("  areas in um2 as drawn in {}, not as in {}: {}\n",
                        question.library->lef.filename().string(),
                        question.library->liberty.filename().string(), cost::said(mended));
  return text + fmt::format("  {}\n", kLeftOutOfCosts);
}

int cost_command(const CostOptions& options) {
  const CostQuestion question = parse(options);
  if (options.netlist == "-")
    throw UsageError("--netlist -: expected the name of a file; standard output has the report");
  if (options.wires.wanted && !question.library->has_layers) {
    throw UsageError(fmt::format(
        "--wires: the library {} does not state what wires are like, expected --library {}",
        question.library->name, names_with(cost::libraries(), &cost::Library::has_layers)));
  }
  std::vector<cost::Offer> offers;
  if (options.wires.wanted) options.wires.check();
  if (options.energy.wanted && question.design.machine.ports > 1) {
    throw UsageError(
        fmt::format("--energy: the energy of an SRAM access is known for one port only, expected "
                    "--ports 1, not {}",
                    question.design.machine.ports));
  }
  if (options.energy.wanted) offers = offers_of(options.energy, question.design);
  const cost::Costing::Message tell = [](const std::string& message) {
    files::message("superwarp: {}\n", message);
  };
  cost::Costing costing(*question.library, options.settings.limits(), tell);
  std::optional<cost::Cost> cost;
  std::optional<cost::EnergyReport> energy;
  std::optional<cost::Spread> spread;
  std::optional<cost::WireReport> wires;
  std::string unfinished;
  try {
    cost = costing.cost(question.design);
    if (!options.netlist.empty()) costing.write_netlist(question.design, options.netlist);
    if (options.spread) spread = cost::spread_of(costing, question.design);
    if (options.wires.wanted)
      wires = cost::wires_of(costing, question.design, options.wires.settings, tell);
    if (options.energy.wanted)
      energy = cost::energy_of(costing, question.design, offers, options.energy.settings, tell);
  } catch (const cost::Unfinished& reason) {
    unfinished = reason.what();
  }
  Json json = cost_json(question, costing, cost, unfinished);
  if (spread) json["spread"] = spread_json(*spread);
  if (wires) json["wires"] = wire_json(*wires, options.wires);
  if (energy) json["energy"] = energy_json(*energy, options.energy);
  write_json(options.json, json);
  if (options.json == "-") return 0;
  if (cost) {
    fmt::print("{}{}{}{}", table(question, *cost, costing.mended()),
               spread ? spread_lines(*spread) : "", wires ? wire_lines(*wires, options.wires) : "",
               energy ? energy_lines(*energy, options.energy) : "");
  } else {
    fmt::print("{}", title(question));
  }
  if (!unfinished.empty()) fmt::print("  not finished: {}; raise --limit\n", unfinished);
  return 0;
}

Command add_cost(App& application, const CommandLine& /*command_line*/) {
  App* const app = application.add_subcommand(
      "cost", "estimate area and clock of a memory unit with Yosys, OpenSTA and open cells");
  const auto options = std::make_shared<CostOptions>();
  const std::string group = "Machine";
  options->machine["latency"] = std::to_string(kMostLatency);  // any route fits
  options->machine.add_machine_to(*app);
  options->machine.add_width_to(*app, group.c_str());
  options->settings.add_to(*app);
  add_rtl(*app, options->machine.rtl_dir).group(group);
  app->add_flag("--flat", options->flat,
                "synthesise the unit in one piece, to check the result from parts on small sizes");
  app->add_flag(
      "--sram-tables", options->sram_tables,
      "keep the table of a random mapping in SRAMs, one copy per request; like the banks, they are "
      "not part of the figures");
  app->add_flag("--at-once", options->at_once,
                "banks that answer within the cycle, to compare with older prices: no SRAM does");
  app->add_option("--netlist", options->netlist,
                  "write the netlist of cells with its SRAM macros to this file, as Verilog");
  app->add_flag(
      "--spread", options->spread,
      "also the least, median and largest area and clock of nine runs of the mapper: three "
      "settings with three orders of the gates; takes nine times as long");
  options->wires.add_to(*app);
  options->energy.add_to(*app);
  add_json(*app, options->json);
  app->footer("Example:\n  superwarp cost --machine dmm --width 2 --rows 16 --data-bits 4");
  return {app, [options] { return cost_command(*options); }};
}

const AddCommand kAddCost(140, add_cost);

}  // namespace
}  // namespace superwarp::cli
