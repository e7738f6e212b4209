// SPDX-License-Identifier: Apache-2.0
#include "tools/cost/command/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "model/machine/log2.h"
#include "model/machine/nearest_name.h"
#include "model/reference/mapping.h"
#include "sim/cli/commands.h"
#include "sim/cli/common_options.h"
#include "sim/cli/machine_options.h"
#include "sim/cli/usage_error.h"
#include "sim/files/message.h"
#include "sim/files/output_file.h"
#include "tools/cost/command/cost_report.h"

namespace superwarp::cli {

void CostSettings::add_to(App& command) {
  const auto add = [&](const char* name, auto& value, const char* help) {
    return command.add_option(name, value, help).capture_default_str();
  };
  add("--rows", rows, "words in each bank, a power of two").group("Machine");
  add("--data-bits", data_bits, "bits of a word, an even number").group("Machine");
  add("--library", library, "cell library: osu018 or osu035");
  add("--limit", limit,
      "seconds that a run of a tool may take; longer runs, or more than 8 GiB, are reported as not "
      "finished");
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
    throw UsageError(fmt::format("--data-bits {}: expected an even number, 2 to {}", data_bits, kMostBits));
  }
  constexpr std::uint64_t kDay = 86400;
  in_range("--limit", limit, 1, kDay);
  std::vector<std::string> names;
  for (const cost::Library& one : cost::libraries()) names.push_back(one.name);
  const std::string known = known_name("library", library, names);
  return *std::find_if(cost::libraries().begin(), cost::libraries().end(),
                       [&](const cost::Library& one) { return one.name == known; });
}

cost::Design cost_design(Machine machine, const CostSettings& settings, const std::string& rtl_dir) {
  if (machine.hierarchy) throw UsageError("the machine has several memories; cost each of them by itself");
  constexpr std::uint32_t kMost = 128;  // of the RTL
  in_range("--width", machine.width, 1, kMost);
  in_range("--banks", machine.bank_count(), 1, kMost);
  const std::uint64_t most_rows = kAddressLimit / machine.bank_count();
  if (settings.rows > most_rows) {
    throw UsageError(fmt::format("--rows {}: expected a power of two, 1 to {}", settings.rows, most_rows));
  }
  const std::string in_rtl = model::mapping_info(machine.mapping).rtl;
  if (in_rtl.empty()) {
    throw UsageError(fmt::format("--mapping {}: there is no hardware of it to price", machine.mapping));
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
  std::string lane_memory;
  std::string json;
  std::string netlist;
  bool spread = false;
  bool wires = false;
  cost::WireSettings wire_settings;
  EnergyOptions energy;
};

/// "Depth=4,Atomics=1" as its parts.
std::vector<std::string> lane_memory_parameters(const CostOptions& options) {
  static const std::vector<std::string> names = {"Depth", "Places", "Passes", "Atomics", "Lines", "Hash"};
  if (options.flat || options.at_once || options.sram_tables || options.wires || options.energy.wanted ||
      !options.netlist.empty())
    throw UsageError("--lane-memory: expected without --flat, --at-once, --sram-tables, --wires, --energy, --netlist");
  std::vector<std::string> parameters;
  std::istringstream parts(options.lane_memory);
  for (std::string part; std::getline(parts, part, ',');) {
    const std::size_t equals = part.find('=');
    const std::string value = equals == std::string::npos ? "" : part.substr(equals + 1);
    if (value.empty() || value.size() > 3 || value.find_first_not_of("0123456789") != std::string::npos)
      throw UsageError(fmt::format("--lane-memory: expected NAME=NUMBER,NAME=NUMBER .., got '{}'", part));
    parameters.push_back(known_name("parameter", part.substr(0, equals), names) + "=" + value);
  }
  return parameters;
}

cost::Design design_of(const Machine& machine, const CostOptions& options) {
  cost::Design design = cost_design(machine, options.settings, options.machine.rtl_dir);
  design.flat = options.flat;
  design.sram_tables = options.sram_tables;
  design.at_once = options.at_once;
  if (!options.lane_memory.empty()) design.lane_memory = lane_memory_parameters(options);
  if (design.sram_tables && (!cost::has_table(design.machine) || machine.rpu != Rpu::kBatch)) {
    throw UsageError(
        fmt::format("--sram-tables: expected --mapping random-shift, random-xor or rap, and an RPU that takes "
                    "batches and waits for SRAMs; this is {}{}",
                    machine.mapping, rpu_note(machine)));
  }
  if (design.sram_tables && design.flat)
    throw UsageError("--sram-tables --flat: expected one of them; SRAMs separate the parts");
  return design;
}

void check_wires(const cost::WireSettings& settings, const cost::Library& library) {
  if (!library.has_layers) {
    throw UsageError(fmt::format("--wires: the library {} does not state what wires are like, expected --library {}",
                                 library.name, names_with(cost::libraries(), &cost::Library::has_layers)));
  }
  constexpr std::uint64_t kMost = 20;
  in_range("--placements", settings.seeds, 1, kMost);
  in_range("--moves", settings.moves, 1, kMost);
  if (!(settings.ff_per_um > 0 && settings.ff_per_um <= 10))
    throw UsageError("--wire-ff: expected more than 0, at most 10");
}

int cost_command(const CostOptions& options) {
  const Machine machine = options.machine.parse_one_memory();
  const cost::Library& library = options.settings.parse();
  CostReport report;
  report.design = design_of(machine, options);
  report.wire_settings = options.wire_settings;
  report.energy_options = options.energy;
  if (options.netlist == "-")
    throw UsageError("--netlist -: expected the name of a file; standard output has the report");
  if (options.wires) check_wires(options.wire_settings, library);
  if (options.energy.wanted && report.design.machine.ports > 1) {
    throw UsageError(
        fmt::format("--energy: the energy of an SRAM access is known for one port only, expected "
                    "--ports 1, not {}",
                    report.design.machine.ports));
  }
  std::vector<cost::Offer> offers;
  if (options.energy.wanted) offers = offers_of(options.energy, report.design);
  const cost::Costing::Message tell = [](const std::string& message) { files::message("superwarp: {}\n", message); };
  const cost::Costing costing(library, options.settings.limits(), tell);
  try {
    report.cost = costing.cost(report.design);
    if (!options.netlist.empty()) files::write_file(options.netlist, costing.netlist(report.design));
    if (options.spread) report.spread = cost::spread_of(costing, report.design);
    if (options.wires) report.wires = cost::wires_of(costing, report.design, options.wire_settings, tell);
    if (options.energy.wanted)
      report.energy = cost::energy_of(costing, report.design, offers, options.energy.settings, tell);
  } catch (const cost::Unfinished& reason) {
    report.unfinished = reason.what();
  }
  write_json(options.json, cost_json(report, costing));
  if (options.json != "-") fmt::print("{}", cost_lines(report, costing));
  return 0;
}

void add_wires(App& command, CostOptions& options) {
  const std::string group = "Wires";
  const Option wires = command
                           .add_flag("--wires", options.wires,
                                     "also the wires: places the cells, banks on one side and lanes on the other, "
                                     "and computes the clock with wires; seconds to minutes")
                           .group(group);
  const auto add = [&](const char* name, auto& value, const char* help) {
    command.add_option(name, value, help).capture_default_str().needs(wires).group(group);
  };
  add("--placements", options.wire_settings.seeds, "placements, each with a seed of its own");
  add("--moves", options.wire_settings.moves,
      "tries N times as many moves in a placement: placements differ less, and take N times as "
      "long");
  add("--wire-ff", options.wire_settings.ff_per_um, "capacitance of a um of wire in fF, between its neighbours");
}

Command add_cost(App& application, const CommandLine& /*command_line*/) {
  App* const app =
      application.add_subcommand("cost", "estimate area and clock of a memory unit with Yosys, OpenSTA and open cells");
  const auto options = std::make_shared<CostOptions>();
  const std::string group = "Machine";
  options->machine["latency"] = std::to_string(kMostLatency);  // any route fits
  options->machine.add_machine_to(*app);
  options->machine.add_width_to(*app, group.c_str());
  options->settings.add_to(*app);
  add_rtl(*app, options->machine.rtl_dir).group(group);
  app->add_flag("--flat", options->flat,
                "synthesise the unit in one piece, to check the result from parts on small sizes");
  app->add_flag("--sram-tables", options->sram_tables,
                "keep the table of a random mapping in SRAMs, one copy per request; like the banks, they are "
                "not part of the figures");
  app->add_flag("--at-once", options->at_once,
                "banks that answer within the cycle, to compare with older prices: no SRAM does");
  app->add_option("--lane-memory", options->lane_memory,
                  "cost rtl/lane_memory/lane_memory.sv in place of the machine's unit, with these of its parameters: "
                  "'Depth=4,Places=8,Passes=2,Atomics=1,Lines=1,Hash=0'; of the machine only the width, banks and rows "
                  "count");
  app->add_option("--netlist", options->netlist,
                  "write the netlist of cells with its SRAM macros to this file, as Verilog");
  app->add_flag("--spread", options->spread,
                "also the least, median and largest area and clock of nine runs of the mapper: three "
                "settings with three orders of the gates; takes nine times as long");
  add_wires(*app, *options);
  options->energy.add_to(*app);
  add_json(*app, options->json);
  app->footer("Example:\n  superwarp cost --machine dmm --width 2 --rows 16 --data-bits 4");
  return {app,
          [options] { return cost_command(*options); },
          {"prices in open cells; installed on first use where root or sudo may",
           [] { return cost::needs(cost::libraries().front()); }}};
}

const AddCommand kAddCost(140, add_cost);

}  // namespace
}  // namespace superwarp::cli
