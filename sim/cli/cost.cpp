// SPDX-License-Identifier: Apache-2.0
#include "sim/cost/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "language/log2.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/json.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/names.h"
#include "sim/cli/report.h"
#include "sim/cli/usage_error.h"
#include "sim/files/output_file.h"
#include "sim/model/mapping.h"

namespace superwarp::cli {
namespace {

/// Said with every figure.
const char* const kLeftOut =
    "wires, the clock tree and the banks' words (SRAM macros, seen as ports) are not in these "
    "figures";

struct CostOptions {
  MachineOptions machine;
  std::uint64_t rows = 1024;
  std::uint64_t data_bits = 32;
  std::string library = cost::libraries().front().name;
  std::uint64_t limit = 600;
  bool flat = false;
  std::string json;
};

/// What is costed, and by which cells.
struct CostQuestion {
  cost::Design design;
  const cost::Library* library;
};

CostQuestion parse(const CostOptions& options) {
  cost::Design design;
  design.machine = options.machine.parse_one_memory();
  constexpr std::uint32_t kMostWidth = 128;  // of the RTL
  if (design.machine.width > kMostWidth) {
    throw UsageError(fmt::format("--width {}: expected a power of two, 2 to {}",
                                 design.machine.width, kMostWidth));
  }
  const std::uint64_t most_rows = kAddressLimit / design.machine.width;
  if (!is_power_of_two(options.rows) || options.rows > most_rows) {
    throw UsageError(
        fmt::format("--rows {}: expected a power of two, 1 to {}", options.rows, most_rows));
  }
  constexpr std::uint64_t kMostBits = 256;
  if (options.data_bits < 2 || options.data_bits > kMostBits || options.data_bits % 2 != 0) {
    throw UsageError(fmt::format("--data-bits {}: expected an even number, 2 to {}",
                                 options.data_bits, kMostBits));
  }
  const std::string in_rtl = model::mapping_info(design.machine.mapping).rtl;
  if (in_rtl.empty()) {
    throw UsageError(
        fmt::format("--mapping {}: there is no hardware of it to cost", design.machine.mapping));
  }
  constexpr std::uint64_t kDay = 86400;
  if (options.limit < 1 || options.limit > kDay)
    throw UsageError(fmt::format("--limit {}: expected 1 to {} seconds", options.limit, kDay));
  design.machine.mapping = in_rtl;
  design.machine.rows = options.rows;
  design.data_bits = static_cast<std::uint32_t>(options.data_bits);
  design.rtl_dir = options.machine.rtl_dir;
  design.flat = options.flat;
  std::vector<std::string> names;
  for (const cost::Library& library : cost::libraries()) names.push_back(library.name);
  const std::string known = known_name("library", options.library, names);
  return {design, &*std::find_if(cost::libraries().begin(), cost::libraries().end(),
                                 [&](const cost::Library& one) { return one.name == known; })};
}

Json design_json(const cost::Design& design) {
  const Machine& machine = design.machine;
  const bool windows = machine.overlaps();
  return {{"name", machine_name(machine.kind)},
          {"width", machine.width},
          {"super_warp", machine.super_warp},
          {"rpu", rpu_info(machine.rpu).name},
          {"depth", windows ? Json(machine.streaming.depth) : Json(nullptr)},
          {"passes", machine.passes() ? Json(machine.streaming.passes) : Json(nullptr)},
          {"priority", windows ? Json(priority_name(machine.streaming.priority)) : Json(nullptr)},
          {"mapping", machine.mapping},
          {"rows", machine.rows},
          {"data_bits", design.data_bits}};
}

Json unit_json(const cost::UnitCost& unit) {
  return {{"unit", unit.unit},
          {"area_um2", unit.area},
          {"cells", unit.cells},
          {"flip_flops", unit.flip_flops}};
}

Json cost_json(const CostQuestion& question, const std::string& tools,
               const std::optional<cost::Cost>& cost, const std::string& unfinished) {
  Json json = result_of("superwarp.cost/1");
  json["machine"] = design_json(question.design);
  json["flat"] = question.design.flat;
  json["library"] = {{"name", question.library->name}, {"cells", question.library->description}};
  json["tools"] = tools;
  json["left_out"] = kLeftOut;
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
  if (!cost) return json;
  for (const cost::UnitCost& unit : cost->units) json["units"].push_back(unit_json(unit));
  for (const cost::PathStep& step : cost->path.steps) {
    json["path"].push_back(
        {{"unit", step.unit}, {"name", step.name}, {"cell", step.cell}, {"ns", step.delay}});
  }
  json["setup_ns"] = cost->path.setup;
  return json;
}

std::string title(const CostQuestion& question) {
  const Machine& machine = question.design.machine;
  return fmt::format("{}, width {}{}, {}, {} rows of {} bits, by the cells {}\n",
                     machine_name(machine.kind), machine.width, rpu_note(machine), machine.mapping,
                     machine.rows, question.design.data_bits, question.library->name);
}

std::string unit_line(const cost::UnitCost& unit, double gate) {
  return fmt::format("  {:<6} {:>12.0f} {:>10.0f} {:>9} {:>11}\n", unit.unit, unit.area,
                     unit.area / gate, unit.cells, unit.flip_flops);
}

/// The path, cells of one unit that follow each other on one line.
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

std::string table(const CostQuestion& question, const cost::Cost& cost) {
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
  return text + path_lines(cost) + fmt::format("  {}\n", kLeftOut);
}

int cost_command(const CostOptions& options) {
  const CostQuestion question = parse(options);
  files::require_writable(options.json);
  cost::Costing::Limits limits;
  limits.seconds = std::chrono::seconds(options.limit);
  cost::Costing costing(*question.library, limits, [](const std::string& message) {
    fmt::print(stderr, "superwarp: {}\n", message);
  });
  std::optional<cost::Cost> cost;
  std::string unfinished;
  try {
    cost = costing.cost(question.design);
  } catch (const cost::Unfinished& reason) {
    unfinished = reason.what();
  }
  write_json(options.json, cost_json(question, costing.tools(), cost, unfinished));
  if (options.json == "-") return 0;
  if (cost) {
    fmt::print("{}", table(question, *cost));
  } else {
    fmt::print("{}  not finished: {}; --limit gives it more\n", title(question), unfinished);
  }
  return 0;
}

}  // namespace

Command add_cost(CLI::App& application) {
  CLI::App* const app = application.add_subcommand(
      "cost", "area and clock of a memory unit, by Yosys, OpenSTA and open cells");
  const auto options = std::make_shared<CostOptions>();
  const std::string group = "Machine";
  options->machine.add_machine_to(*app);
  options->machine.add_width_to(*app)->group(group);
  app->add_option("--rows", options->rows, "words in each bank, a power of two")
      ->capture_default_str()
      ->group(group);
  app->add_option("--data-bits", options->data_bits, "bits of a word, an even number")
      ->capture_default_str()
      ->group(group);
  add_rtl(*app, options->machine.rtl_dir)->group(group);
  app->add_option("--library", options->library, "cells: osu018 or osu035")->capture_default_str();
  app->add_option(
         "--limit", options->limit,
         "most seconds of a tool's run; what takes more, or 8 GiB, is told as not finished")
      ->capture_default_str();
  app->add_flag("--flat", options->flat,
                "all in one piece: checks, on small sizes, what is put together from parts");
  add_json(*app, options->json);
  app->footer("Example:\n  superwarp cost --machine dmm --width 2 --rows 16 --data-bits 4");
  return {app, [options] { return cost_command(*options); }};
}

}  // namespace superwarp::cli
